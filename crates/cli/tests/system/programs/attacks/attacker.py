"""A Gomoku bot (5x5) that attacks on its second turn: attacker.py ATTACK [ARGUMENT].

An attack that works is answered with WORKED, which no judge takes for a move; otherwise the bot plays on.
"""
import ctypes, fcntl, os, resource, signal, socket, subprocess, sys, time

libc = ctypes.CDLL(None, use_errno=True)
attack, argument = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""


def is_judges(pid):
    """The judge, and what it has split off, are called with the same words."""
    try:
        return b"referee" in open(f"/proc/{pid}/cmdline", "rb").read()
    except OSError:
        return False


def parent(pid):
    return int(open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[1])


judge = os.getppid()
while is_judges(judge) and is_judges(parent(judge)):
    judge = parent(judge)
if not is_judges(judge):
    # The first process of one's own sandbox stands there, and the judge is not seen.
    judge = 0


def others():
    """The programs of the other bots, and no process of a sandbox of one's own."""
    found, seen = [judge], 0
    while seen < len(found):
        for task in os.listdir(f"/proc/{found[seen]}/task"):
            found += map(int, open(f"/proc/{found[seen]}/task/{task}/children").read().split())
        seen += 1
    return [pid for pid in found if pid not in (os.getpid(), os.getppid()) and not is_judges(pid)]


def daemon(work, environment=None):
    """Work in a session of its own, of which nobody is the parent."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for fd in range(3):
                os.close(fd)
            if environment is not None:
                os.execve(sys.executable, [sys.executable, "-c", work], environment)
            work()
        os._exit(0)
    os.wait()


def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


class Others:
    """Processes that hold the end of a pipe until they are done, however long a busy machine takes over them."""

    def __init__(self):
        self.read, self.write = os.pipe()

    def done(self):
        os.close(self.write)

    def wait(self):
        self.done()
        os.read(self.read, 1)
        time.sleep(1)


def filled(megabytes):
    kept = bytearray(megabytes << 20)
    for at in range(0, len(kept), 4096):
        kept[at] = 1
    return kept


def checked(result):
    if result != 0:
        raise OSError(ctypes.get_errno(), "refused")


def signal_opponent():
    for pid in others():
        os.kill(pid, signal.SIGKILL)
    time.sleep(0.3)
    return False


def kill_judge():
    if judge == 0:
        return False
    os.kill(judge, signal.SIGKILL)
    time.sleep(2)


def read_seed():
    return b"seed=4711" in open(f"/proc/{judge}/cmdline", "rb").read()


def open_opponents_output():
    return [os.open(f"/proc/{pid}/fd/1", os.O_WRONLY) for pid in others()] != []


def open_opponents_memory():
    return [os.open(f"/proc/{pid}/mem", os.O_RDWR) for pid in others()] != []


def open_judges_memory():
    return os.open(f"/proc/{judge}/mem", os.O_RDWR) >= 0


def leave_by_judges_root():
    return os.path.exists(f"/proc/{judge}/root{argument}") and os.open(f"/proc/{judge}/root{argument}", os.O_WRONLY) >= 0


def trace_judge():
    checked(libc.ptrace(16, judge, 0, 0))
    # Left alone from now on it would stand still for good.
    libc.waitpid(judge, 0, 0x40000000)
    libc.ptrace(17, judge, 0, 0)
    return True


def set_namespace():
    checked(libc.setns(os.open(f"/proc/{judge}/ns/mnt", os.O_RDONLY), 0))
    return True


def new_namespace():
    checked(libc.unshare(0x10000000))
    return True


def share_by_number():
    """A segment of memory of System V: whoever knows its number has it."""
    return libc.shmget(int(argument), 4096, 0o600) >= 0


def take_lease():
    """Whoever opens the file then waits until the kernel takes the lease away: 45 seconds."""
    signal.signal(signal.SIGIO, signal.SIG_IGN)
    fcntl.fcntl(os.open(argument, os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_WRLCK)
    return True


def bind_parent():
    """Sets limits and priority of the judge, as they are."""
    parent = judge
    if judge == 0:
        return False

    def limit():
        resource.prlimit(parent, resource.RLIMIT_NOFILE, resource.prlimit(parent, resource.RLIMIT_NOFILE))

    calls = [
        limit,
        lambda: os.setpriority(os.PRIO_PROCESS, parent, os.getpriority(os.PRIO_PROCESS, parent)),
        lambda: os.sched_setaffinity(parent, os.sched_getaffinity(parent)),
        lambda: os.sched_setscheduler(parent, os.SCHED_OTHER, os.sched_param(0)),
        lambda: os.sched_setparam(parent, os.sched_param(0)),
        # By number, since the library has no function for it.
        lambda: checked(libc.syscall({"x86_64": 251}.get(os.uname().machine, 30), 1, parent, 2 << 13 | 4)),
    ]
    done = 0
    for call in calls:
        try:
            call()
            done += 1
        except OSError:
            pass
    return done > 0


def end_its_sandbox():
    """Ends the first process of its sandbox, and so itself: by a limit, and by tracing."""
    try:
        resource.prlimit(1, resource.RLIMIT_CPU, (0, 0))
    except OSError:
        pass
    libc.ptrace(0x4206, 1, 0, 0x100000)
    libc.ptrace(8, 1, 0, 0)
    time.sleep(3)


def have_capabilities():
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return any(int(status[which], 16) for which in ("CapInh", "CapPrm", "CapEff", "CapAmb"))


def connect_to_path():
    socket.socket(socket.AF_UNIX).connect(argument)
    return True


def connect_to_abstract():
    socket.socket(socket.AF_UNIX).connect("\0" + argument)
    return True


def connect_to_port():
    socket.create_connection(("127.0.0.1", int(argument)), 2)
    return True


def change_mode():
    os.chmod(argument, 0o777)
    return oct(os.stat(argument).st_mode)[-3:] == "777" and argument


def write_file():
    with open(argument, "w") as file:
        file.write("taken")


def void_by_words():
    os.write(2, b"not started\tmybot\tno such file\n")
    os._exit(126)


def frame():
    """Others' marks, where they can be guessed: the same with another last digit."""
    for name, mark in list(os.environ.items()):
        if name == "STICKLER_RUN":
            for digit in "0123456789abcdef":
                daemon("import time; time.sleep(4)", {name: mark[:-1] + digit})
    time.sleep(0.2)


def stay_behind():
    daemon(lambda: os.execve("/bin/sleep", ["sleep", argument], {}))
    subprocess.Popen(["setsid", "sleep", argument])


def tasks_without_end():
    for _ in range(int(argument)):
        if os.fork() == 0:
            time.sleep(20)
            os._exit(0)
    return True


def burn_in_children():
    burning = Others()
    for _ in range(4):
        if os.fork() == 0:
            burn(0.5)
            os._exit(0)
    burning.wait()


def burn_ignored():
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    burn_in_children()


def burn_as_daemons():
    burning = Others()
    for _ in range(2):
        daemon(lambda: burn(1))
    burning.wait()


def burn_and_be_late():
    """Its own hidden load shall pass for the machine's."""
    work = "import os, time\nend = time.time() + 4\nwhile time.time() < end: pass"
    for _ in range(8):
        daemon(work, {})
    end = time.time() + 2
    while time.time() < end:
        pass


def memory_in_file():
    with open(argument, "wb") as file:
        for _ in range(20):
            file.write(bytes(10 << 20))
    time.sleep(1)


def memory_in_memfd():
    fd = os.memfd_create("x")
    for _ in range(20):
        os.write(fd, bytes(10 << 20))
    time.sleep(1)


def memory_in_sockets():
    kept, block = [], bytes(32 << 10)
    for _ in range(400):
        pair = socket.socketpair()
        kept.append(pair)
        for one in pair:
            one.setblocking(False)
            try:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
            except OSError:
                pass
            try:
                while True:
                    one.send(block)
            except OSError:
                pass
    time.sleep(1)


def memory_in_children():
    filling = Others()
    for _ in range(10):
        if os.fork() == 0:
            kept = filled(25)
            filling.done()
            time.sleep(8)
            os._exit(len(kept) & 1)
    filling.wait()


def memory_of_daemon():
    filling = Others()
    daemon(lambda: (filled(200), filling.done(), time.sleep(8)))
    filling.wait()


def flood_after_end():
    signal.alarm(40)
    block = b"x\n" * 50000
    while True:
        os.write(1, block)


def drip_after_end():
    for _ in range(160):
        os.write(1, b"x\n")
        time.sleep(0.25)


def comet():
    """Processes that replace themselves."""
    def run():
        end = time.time() + 40
        while time.time() < end:
            if os.fork() != 0:
                os._exit(0)
    for _ in range(3):
        daemon(run)


def blind_children():
    """Their environment cannot be read where it was."""
    def run():
        start, end = map(int, open("/proc/self/stat").read().rsplit(")", 1)[1].split()[47:49])
        libc.munmap(ctypes.c_void_p(start & ~4095), ctypes.c_size_t((end | 4095) + 1 - (start & ~4095)))
        time.sleep(40)
    for _ in range(20):
        daemon(run)


taken, turn = set(), 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "READY":
        print("OK", flush=True)
    elif words[0] == "OPP":
        taken.add((int(words[1]), int(words[2])))
    elif words[0] == "TURN":
        turn += 1
        worked = False
        if turn == 2 and not attack.endswith("after_end"):
            try:
                worked = globals()[attack]()
            except OSError as error:
                print(f"{attack}: {error}", file=sys.stderr)
        cells = [(row, column) for row in range(1, 6) for column in range(1, 6)]
        cells.sort(key=lambda cell: (cell[0] * 5 + cell[1]) * 7 % 25)
        move = next(cell for cell in cells if cell not in taken)
        taken.add(move)
        print("WORKED" if worked else "MOVE %d %d" % move, flush=True)
    elif words[0] == "FINISH":
        if attack.endswith("after_end"):
            globals()[attack]()
        break
