// The worker's part: it loads the module, and answers one command after the other.
self.sticklerProgress = (made, of) => postMessage({ progress: [made, of] });
onmessage = ({ data: { module, id, command, bytes } }) => {
  if (module) {
    wasm_bindgen.initSync({ module });
    postMessage({ ready: true });
    return;
  }
  try {
    postMessage({ id, text: wasm_bindgen.call(JSON.stringify(command), bytes) });
  } catch (error) {
    // The module has stopped for good, and this worker with it.
    postMessage({ id, stopped: String(error) });
  }
};
