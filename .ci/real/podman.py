"""podman, which answers as Docker's engine does, on a socket in a folder in a network of its own, and with processes of its own."""

import contextlib
import hashlib
import io
import json
import os
import pathlib
import resource
import shutil
import tarfile
import time

from .calls import Calls, noise
from .server import Server, program

APPLETS = "sh sleep echo cat ls true false seq ps top head".split()
# A container has the limits of the engine at most: a machine may not let root raise them.
# What runs in containers ends with the engine, and /run is where it keeps what must not outlive it.
START = """mount -t tmpfs none /run
umount /sys/fs/cgroup/unified 2>/dev/null
ip link set lo up 2>/dev/null
exec podman system service --time=0 "unix://$PWD/podman.sock"
"""


def image(folder):
    """An image of busybox, `tiny:1`, as `docker save` writes one."""
    layer = io.BytesIO()
    with tarfile.open(fileobj=layer, mode="w") as files:
        for name in ("bin", "etc", "proc", "sys", "dev", "tmp"):
            entry = tarfile.TarInfo(name)
            entry.type, entry.mode = tarfile.DIRTYPE, 0o755
            files.addfile(entry)
        files.add(program("busybox"), "bin/busybox")
        for name in APPLETS:
            entry = tarfile.TarInfo("bin/" + name)
            entry.type, entry.linkname = tarfile.SYMTYPE, "busybox"
            files.addfile(entry)
    digest = "sha256:" + hashlib.sha256(layer.getvalue()).hexdigest()
    created = {"created": "2026-01-01T00:00:00Z"}
    config = {"architecture": "amd64", "os": "linux", "config": {"Cmd": ["/bin/sh"], "Env": ["PATH=/bin"]}, "rootfs": {
        "type": "layers", "diff_ids": [digest]}, "history": [{"created_by": "copy"} | created]} | created
    index = [{"Config": "config.json", "RepoTags": ["localhost/tiny:1"], "Layers": ["layer.tar"]}]
    with tarfile.open(pathlib.Path(folder, "image.tar"), "w") as files:
        for name, content in (("config.json", json.dumps(config)), ("layer.tar", layer.getvalue()), ("manifest.json", json.dumps(index))):
            content = content if isinstance(content, bytes) else content.encode()
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            files.addfile(entry, io.BytesIO(content))


def words(folder, ports):
    image(folder)
    limits = {"nofile": resource.RLIMIT_NOFILE, "nproc": resource.RLIMIT_NPROC}
    limits = {name: min(1024, resource.getrlimit(limit)[1]) for name, limit in limits.items()}
    pathlib.Path(folder, "containers.conf").write_text(
        '[engine]\ncgroup_manager="cgroupfs"\nevents_logger="file"\nruntime="crun"\n'
        f'[network]\nnetwork_config_dir="{folder}/networks"\n[containers]\nlog_driver="k8s-file"\n'
        "default_ulimits=" + json.dumps([f"{name}={limit}:{limit}" for name, limit in limits.items()]) + "\n")
    pathlib.Path(folder, "storage.conf").write_text(
        f'[storage]\ndriver="vfs"\ngraphroot="{folder}/graph"\nrunroot="{folder}/run"\n')
    return ["--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c", START]


def environment(folder, ports):
    return {"CONTAINERS_CONF": folder + "/containers.conf", "CONTAINERS_STORAGE_CONF": folder + "/storage.conf"}


def engine(version="/v1.43"):
    """podman where it can run: as root, with what it and its image need."""
    needed = all(map(program, ("podman", "crun", "busybox", "ip"))) and os.getuid() == 0
    return Server(shutil.which("unshare") if needed else None, words, "./podman.sock", version, environment=environment)


SPEC = """
base: $base$
types: {Line: {stream: String?, error: String?}}
endpoints:
  load:   {POST: bytes /images/load (_ archive File) -> lines, headers: {Content-Type: application/x-tar}}
  build:
    POST: bytes /build (query.t String, query.labels? JSON, _ context File) -> lines Line
    headers: {Content-Type: application/x-tar}
    fails: {when: error, message: error}
  pull:   {POST: /images/create (query.fromImage String) -> lines JSON, fails: {when: error, message: error}}
  export: GET /containers/{id}/export -> bytes
  create: POST /containers/create (query.name String, Image String, Cmd [String], Labels? JSON) -> (Id String)
  start:  {POST: "/containers/{id}/start -> (code status)", accept: [2xx, 304]}
  strict: POST /containers/{id}/start -> Void
  stop:   {POST: "/containers/{id}/stop (query.t Int) -> (code status)", accept: [2xx, 304]}
  wait:   POST /containers/{id}/wait @ StatusCode -> Int
  logs:   GET /containers/{id}/logs?stdout=true&stderr=true -> bytes
  exec:   POST /containers/{id}/exec (Cmd [String], AttachStdout Bool = true, AttachStderr Bool = true) @ Id -> String
  run:    POST /exec/{id}/start (Detach Bool = false) -> bytes
  named:  GET /containers/json (all Bool = true, filters JSON) @ [*].Names[0] -> [String]
  image:  GET /images/{name}/json @ Config.Labels
  events: GET /events (since, until, filters JSON) -> lines (Type String, Action String)
  volume: POST /volumes/create (Name String, Labels? JSON) @ Name -> String
  left:   GET /volumes @ Volumes[*].Name -> [String]
  prune:  POST /volumes/prune (query.filters JSON) @ VolumesDeleted -> [String]?
"""


def context(folder, name, recipe, content=b""):
    with tarfile.open(pathlib.Path(folder, name), "w") as files:
        for path, data in (("Dockerfile", recipe.encode()), ("upload", content)):
            entry = tarfile.TarInfo(path)
            entry.size = len(data)
            files.addfile(entry, io.BytesIO(data))


def exported(calls, name, path):
    found = calls.check(f"export id={name}")
    with contextlib.suppress(tarfile.TarError), tarfile.open(fileobj=io.BytesIO(found.out)) as files:
        return files.extractfile(path).read()


def calls(folder):
    content = noise(folder, 20 * 2**20)
    context(folder, "good.tar", "FROM localhost/tiny:1\nCOPY upload /upload\n", content)
    context(folder, "bad.tar", "FROM localhost/tiny:1\nRUN echo before && false\n", content)
    context(folder, "wrong.tar", "FORM localhost/tiny:1\n", content)
    server = engine()
    with server.running(folder) as (base, _):
        start = int(time.time())
        calls = Calls(folder, SPEC, "--timeout", "50s", base=base)
        calls.check("load _@image.tar", json={"stream": "Loaded image: localhost/tiny:1"})
        # The context is uploaded as a whole; a failure is a line of a response with status 200.
        calls.check(["build", "query.t=localhost/built:1", 'query.labels:={"a": "b c"}', "_@good.tar"], err=None)
        calls.check("image name=localhost/built:1", json={"a": "b c", "io.buildah.version": "1.28.2"})
        calls.check("create query.name=built Image=localhost/built:1 Cmd=true")
        calls.true("all of the context is in the image", exported(calls, "built", "upload") == content)
        calls.check("build query.t=localhost/bad:1 _@bad.tar", exit=9, err="building at STEP")
        calls.check("build query.t=localhost/wrong:1 _@wrong.tar", exit=9, err="no FROM statement found")
        calls.check("build query.t=localhost/piped:1 _@-", stdin=pathlib.Path(folder, "good.tar").read_bytes(), err=None)
        calls.check("pull query.fromImage=127.0.0.1:1/none", exit=9, err="initializing source docker://127.0.0.1:1/none")
        # A 304 says that it runs already.
        calls.check(["create", "query.name=work", "Image=localhost/tiny:1", "Cmd=sh", "Cmd=-c", "Cmd=echo out; echo err >&2; sleep 300",
                     'Labels:={"team": "a b+c"}'])
        for status in (204, 304):
            calls.check("start id=work", json={"code": status}, err=None)
        calls.check("strict id=work", exit=3, err="304")
        calls.check("start id=work --accept 304", json={"code": 304})
        calls.check(["named", 'filters:={"label": ["team=a b+c"]}'], json=["/work"])
        calls.check(["named", 'filters:={"label": ["team=a"]}'], json=[])
        time.sleep(0.5)
        # Eight bytes before each piece say where it comes from, and how long it is.
        logs = calls.call("logs id=work").out
        calls.same("logs", sorted([logs[:12], logs[12:]]), [b"\1\0\0\0\0\0\0\4out\n", b"\2\0\0\0\0\0\0\4err\n"])
        session = calls.call(["exec", "id=work", "Cmd=echo", "Cmd=a b"]).out.decode().strip().strip('"')
        calls.check(f"run id={session}", out=b"\1\0\0\0\0\0\0\4a b\n")
        for status in (204, 304):
            calls.check("stop id=work query.t=0", json={"code": status})
        calls.check("wait id=work", json=137)
        calls.check("strict id=none", exit=4, err="no such container")
        # A filter that does not arrive prunes everything.
        calls.check("volume Name=kept", json="kept")
        calls.check(["volume", "Name=gone", 'Labels:={"team": "a b+c"}'], json="gone")
        calls.check(["prune", 'query.filters:={"label": ["team=other"]}'], json=[])
        calls.check(["prune", 'query.filters:={"label": ["team=a b+c"]}'], json=["gone"])
        calls.check("left", json=["kept"])
        # The engine answers before it has read its own log, or after.
        wanted, found = ["create", "start", "exec", "die"], []
        for _ in range(5):
            until = int(time.time()) + 2
            line = ["events", f"since={start - 1}", f"until={until}", 'filters:={"container": ["work"]}', "-s", "Action", "-o", "raw"]
            found = [action for action in calls.call(line).out.decode().split() if action in wanted]
            if found:
                break
        calls.same("events", found, wanted)
    return calls.faults


GROUPS = {"podman": ([engine().program], calls)}
