"""Burns 400 ms of CPU time in another process, and becomes a command: burner.py HOW COMMAND..."""
import os, signal, sys, time

how = sys.argv[1]
read, write = os.pipe()


def burn():
    while time.process_time() < 0.4:
        pass
    os.write(write, b"x")


if how == "itself":
    burn()
else:
    if how == "unwaited":
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    if os.fork() == 0:
        if how == "orphan":
            os.setsid()
            if os.fork() != 0:
                os._exit(0)
        burn()
        if how == "running":
            time.sleep(60)
        os._exit(0)
    os.read(read, 1)
    if how == "unwaited":
        time.sleep(0.1)
os.execvp(sys.argv[2], sys.argv[2:])
