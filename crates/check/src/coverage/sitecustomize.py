"""Python imports this as it starts, where `stickler check --coverage` has put it on PYTHONPATH.

It notes in the file that STICKLER_COVERAGE names which lines of the program run, and which jumps they make, as they do.
"""


def _listed(numbers):
    """Numbers such as 1-5,7."""
    ranges = []
    for number in sorted(numbers):
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ",".join("%d-%d" % tuple(both) for both in ranges)


def _lines(code):
    """The lines that have code, in this code and in what is defined there."""
    if hasattr(code, "co_lines"):
        lines = {line for _, _, line in code.co_lines() if line}
    else:
        lines, line = set(), code.co_firstlineno
        for step in code.co_lnotab[1::2]:
            line += step - 256 if step > 127 else step
            lines.add(line)
    for constant in code.co_consts:
        if hasattr(constant, "co_consts"):
            lines |= _lines(constant)
    return lines


def _begin():
    import os
    import sys

    here = os.getcwd() + os.sep
    own = os.path.dirname(os.path.abspath(__file__)) + os.sep
    library = os.path.dirname(os.path.abspath(os.__file__)) + os.sep
    file = os.open(os.environ["STICKLER_COVERAGE"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    names = {}

    def note(text):
        try:
            os.write(file, text.encode("utf-8", "replace"))
        except OSError:  # the program has closed it
            pass

    def name_of(code):
        """What reports call the file of this code; None: it is not the program's own."""
        path = code.co_filename
        if path in names:
            return names[path]
        full = os.path.abspath(path)
        is_own = not path.startswith("<") and not full.startswith((own, library))
        name = full[len(here):] if full.startswith(here) else full
        names[path] = name if is_own and "-packages" + os.sep not in full else None
        if names[path]:
            note("all %s:%s\n" % (name, _listed(_lines(code))))
        return names[path]

    if sys.version_info >= (3, 12):
        _monitor(sys.monitoring, name_of, note)
    else:
        import threading

        trace = _tracer(name_of, note)
        threading.settrace(trace)
        sys.settrace(trace)


def _monitor(monitoring, name_of, note):
    """From Python 3.12 on: each line once, and each way of each branch."""
    tool, events = monitoring.COVERAGE_ID, monitoring.events
    taken = {}

    def line(code, number):
        name = name_of(code)
        if name:
            note("%s:%d\n" % (name, number))
        return monitoring.DISABLE

    def branch(code, begin, end):
        name = name_of(code)
        if not name:
            return monitoring.DISABLE
        ways = taken.setdefault((id(code), begin), {code})
        if end not in ways:
            ways.add(end)
            note("%s:%d:%d>%d\n" % (name, code.co_firstlineno, begin, end))
        return monitoring.DISABLE if len(ways) > 2 else None

    def way(code, begin, end):
        branch(code, begin, end)
        return monitoring.DISABLE

    monitoring.use_tool_id(tool, "stickler")
    monitoring.register_callback(tool, events.LINE, line)
    wanted = events.LINE
    if hasattr(events, "BRANCH_LEFT"):
        for event in (events.BRANCH_LEFT, events.BRANCH_RIGHT):
            monitoring.register_callback(tool, event, way)
            wanted |= event
    else:
        monitoring.register_callback(tool, events.BRANCH, branch)
        wanted |= events.BRANCH
    monitoring.set_events(tool, wanted)


def _tracer(name_of, note):
    """Before Python 3.12: each line, and the line that ran before it."""
    rows = {}  # by place: the rows of the places that came right after it; by None: what it is called
    row = {None: "begin"}
    tracers = {}

    def is_new(place, name):
        if place not in rows:
            number = place % 1000000
            rows[place] = {None: "%s %d" % (name, number)}
            note("%s:%d\n" % (name, number))
        note("%s>%s\n" % (row[None], rows[place][None]))
        row[place] = rows[place]

    def tracer_of(name):
        first = len(tracers) * 1000000

        def lines(frame, event, _):
            nonlocal row
            if event == "line":
                place = frame.f_lineno + first
                if place not in row:
                    is_new(place, name)
                row = row[place]
            return lines

        return lines

    def calls(frame, _, __):
        name = name_of(frame.f_code)
        if name is None:
            return None
        if name not in tracers:
            tracers[name] = tracer_of(name)
        return tracers[name]

    return calls


def _next_of_its_name():
    """Runs the sitecustomize.py that Python would have imported otherwise."""
    import os
    import sys
    from importlib.machinery import PathFinder

    own = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder) != own]
    other = PathFinder.find_spec("sitecustomize", sys.path)
    if other and other.loader:
        other.loader.exec_module(sys.modules["sitecustomize"])


_begin()
_next_of_its_name()
