"""docker-registry: a digest is of bytes, so what is pushed and pulled must be the bytes themselves."""

import hashlib
import json
import pathlib
import urllib.parse

from .calls import Calls, noise, value
from .server import Server, program

REGISTRY = program("docker-registry")
# The password is 'pass'.
USERS = "ann:$2y$04$DXvJTOTFfNis2gAMesFlgekRu9c.n0g88hNZDOT5zB4Oesiu/c6ve\n"
MANIFEST = "application/vnd.oci.image.manifest.v1+json"
SPEC = """
base: $base$
auth: basic ann ${PASSWORD}
endpoints:
  ping:   GET /v2/
  open:   {GET: /v2/, auth: none}
  wrong:  {GET: /v2/, auth: basic ann wrong}
  begin:  POST /v2/{+name}/blobs/uploads/ (query.mount?, query.from?) -> (code status, location header.Location)
  resume:
    PATCH: bytes /v2/{+name}/blobs/uploads/{id} (name, id, query.state as _state, header.range as Content-Range, _ chunk File) -> Sent
  finish: PUT bytes /v2/{+name}/blobs/uploads/{id} (name, id, query.state as _state, query.digest, _ chunk File?) -> Stored
  offset: GET /v2/{+name}/blobs/uploads/{id} (query.state as _state) -> (code status, range header.Range)
  blob:   GET /v2/{+name}/blobs/{digest} -> bytes
  size:   HEAD /v2/{+name}/blobs/{digest} -> (code status, length header.Content-Length Int)
  push:   {PUT: "bytes /v2/{+name}/manifests/{tag} (name, tag, _ manifest File) -> Stored", headers: {Content-Type: $manifest$}}
  pull:   {GET: "/v2/{+name}/manifests/{tag}", headers: {Accept: $manifest$}}
  typed:  {GET: "/v2/{+name}/manifests/{tag} @ layers[*].size -> [Int]", headers: {Accept: $manifest$}}
  tags:   {GET: "/v2/{+name}/tags/list (n Int = 2) @ tags -> [String]", paginate: link}
  names:  {GET: "/v2/_catalog (n Int = 1) @ repositories -> [String]", paginate: link}
  remove: DELETE /v2/{+name}/manifests/{digest} -> (code status)
""".replace("-> Sent", "-> (code status, location header.Location, range header.Range)").replace(
    "-> Stored", "-> (code status, digest header.Docker-Content-Digest)")


def registry(relative):
    def words(folder, ports):
        pathlib.Path(folder, "users").write_text(USERS)
        pathlib.Path(folder, "registry.yml").write_text(json.dumps({
            "version": 0.1, "storage": {"filesystem": {"rootdirectory": folder + "/data"}, "delete": {"enabled": True}},
            "auth": {"htpasswd": {"realm": "r", "path": folder + "/users"}},
            "http": {"addr": f"127.0.0.1:{ports[0]}", "relativeurls": relative, "secret": "s"}}))
        return ["serve", "registry.yml"]

    return Server(REGISTRY, words, "/v2/")


def digest(content):
    return "sha256:" + hashlib.sha256(content).hexdigest()


def upload(calls, name, content, pieces):
    """A blob in pieces: each response says where the next piece goes."""

    def place(found):
        location = urllib.parse.urlsplit(value(found.out)["location"])
        return location.path.rsplit("/", 1)[1], urllib.parse.parse_qs(location.query)["_state"][0]

    found = calls.check(f"begin name={name}")
    step = len(content) // pieces
    for start in range(0, len(content), step):
        id, state = place(found)
        piece = content[start:start + step]
        pathlib.Path(calls.folder, "piece").write_bytes(piece)
        line = ["resume", f"name={name}", f"id={id}", f"state={state}", f"range={start}-{start + len(piece) - 1}", "_@piece"]
        found = calls.check(line)
        calls.same(f"piece at {start}", value(found.out).get("range"), f"0-{start + len(piece) - 1}")
    id, state = place(found)
    calls.check(["offset", f"name={name}", f"id={id}", f"state={state}"], json={"code": 204, "range": f"0-{len(content) - 1}"})
    line = ["finish", f"name={name}", f"id={id}", f"state={state}", f"digest={digest(content)}"]
    calls.check(line, json={"code": 201, "digest": digest(content)})
    calls.check(f"blob name={name} digest={digest(content)}", out=content)
    calls.check(f"size name={name} digest={digest(content)}", json={"code": 200, "length": len(content)})


def images(folder, relative):
    with registry(relative).running(folder) as (base, _):
        calls = Calls(folder, SPEC, "--var", "PASSWORD=pass", base=base, manifest=MANIFEST)
        calls.check("ping", json={})
        calls.check("open", exit=4, err="401")
        calls.check("wrong", exit=8, err="401")
        layer = noise(folder, 3_000_001)
        config = b'{"architecture": "amd64", "os": "linux",\n "rootfs": {"type": "layers", "diff_ids": []}}'
        upload(calls, "team/app", layer, 4)
        upload(calls, "team/app", config, 1)
        # White space, escapes and numbers of which a JSON written anew has others.
        manifest = (
            '{\r\n  "schemaVersion": 2,   "mediaType": "%s",\n'
            '\t"config" : {"mediaType": "application/vnd.oci.image.config.v1+json", "size": %d, "digest": "%s"},'
            ' "layers": [{"mediaType": "application/vnd.oci.image.layer.v1.tar", "size": %d, "digest": "%s"}],\n'
            '  "annotations": {"\\u0061": "caf\\u00e9 \\/ <&>", "n": "1.0"} }\n' % (
                MANIFEST, len(config), digest(config), len(layer), digest(layer)))
        manifest = manifest.encode()
        pathlib.Path(folder, "manifest").write_bytes(manifest)
        for tag in ("1", "2", "3", "4", "5"):
            calls.check(f"push name=team/app tag={tag} _@manifest", json={"code": 201, "digest": digest(manifest)})
        calls.check("pull name=team/app tag=1 -o raw", out=manifest, err=None)
        calls.check(f"pull name=team/app tag={digest(manifest)} -o raw", out=manifest)
        calls.check("pull name=team/app tag=1 -o raw -O pulled")
        calls.same("pulled", calls.file("pulled"), manifest)
        calls.check("pull name=team/app tag=1 -o raw -O -", out=manifest)
        calls.check("pull name=team/app tag=1 -s config.size -o raw", out=str(len(config)))
        calls.check("typed name=team/app tag=1", json=[len(layer)])
        calls.check("push name=team/app tag=6 _@-", stdin=manifest, json={"code": 201, "digest": digest(manifest)})
        # This version gives all tags at once, in any order, whatever is asked; the catalog has pages.
        calls.same("tags", sorted(value(calls.check("tags name=team/app --all").out)), ["1", "2", "3", "4", "5", "6"])
        calls.check("pull name=team/app tag=none", exit=4, err="404")
        calls.check("push name=team/none tag=1 _@manifest", exit=4, err="400")
        mounted = f"begin name=copy query.mount={digest(layer)} query.from=team/app"
        calls.same(mounted, value(calls.check(mounted).out)["code"], 201)
        calls.check("names", json=["copy"])
        calls.check("names --all", json=["copy", "team/app"])
        calls.check(f"remove name=team/app digest={digest(manifest)}", json={"code": 202})
        calls.check("pull name=team/app tag=1", exit=4, err="404")
    return calls.faults


def run(folder):
    faults = []
    for relative in (False, True):
        place = pathlib.Path(folder, "relative" if relative else "absolute")
        place.mkdir()
        faults += [f"{place.name}: {fault}" for fault in images(str(place), relative)]
    return faults


GROUPS = {"registry": ([REGISTRY], run)}
