#!/usr/bin/env bash
# orthanc 1.10.1 with orthanc-dicomweb 1.7 (Debian 12), 2026-11-30: QIDO-RS finds nothing by an encoded value, WADO-RS leaves values out.
#
# Guess: `PatientName=A%5EB` finds the patient A^B, whose caret is in every name and in no URL (RFC 3986, 2.2), the metadata of WADO-RS are
# all that the file holds (PS3.18, 10.4.1.1.2), and QIDO-RS finds a file by what is in it. Seen: the name of a parameter is decoded, its
# value is not: `A%5EB` is 200 with none, so is `%70` for p, and a space can only be sent as `?` or `*`. A caret that is sent as it is finds
# the file. An SV or UV is left out of the metadata, as if it were not there, while its `/bulk/` address has the eight octets; so is a
# sequence of one item without members. Of [item, empty] the empty one is gone, and [item, empty, item] is 500 for all of the study. A
# backslash in LT and ST, where it separates nothing (PS3.5, 6.4), makes two values of a sentence, also in the XML. What belongs to the
# patient or the study is what the first file said: a second one, with another name, is found by that, and its upload was a success.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null && wait "$server" || true; rm -rf "$work"' EXIT; cd "$work"
chmod 755 . && apt-get download -qq orthanc=1.10.1+dfsg-2+deb12u1 orthanc-dicomweb=1.7+dfsg-6+b2 dcmtk libdcmtk17 libwrap0 libcivetweb1 \
  libboost-thread1.74.0 libboost-locale1.74.0 libboost-regex1.74.0 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libjsoncpp25 \
  liblua5.3-0 libpugixml1v5 2>log || { cat log; echo "needs Debian 12 on amd64"; exit 2; }
for package in *.deb; do dpkg -x "$package" x; done
python3 -m venv v
v/bin/pip install --quiet --disable-pip-version-check pydicom==3.0.2
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
mkdir storage
cat >orthanc.json <<X
{"HttpPort": $port, "RemoteAccessAllowed": false, "DicomServerEnabled": false, "StorageDirectory": "$PWD/storage",
 "IndexDirectory": "$PWD/storage", "Plugins": ["$PWD/x/usr/share/orthanc/plugins/libOrthancDicomWeb.so"]}
X
libraries=$(echo "$PWD"/x/usr/lib/*-linux-gnu):$(echo "$PWD"/x/lib/*-linux-gnu)
DCMDICTPATH=$(find "$PWD/x" -name dicom.dic) LD_LIBRARY_PATH=$libraries x/usr/sbin/Orthanc orthanc.json >log 2>&1 & server=$!
for _ in $(seq 100); do curl -s -o /dev/null "http://127.0.0.1:$port/system" && break; sleep 0.2; done
cat > check.py <<'P'
import io
import json
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from pydicom.dataset import Dataset, FileMetaDataset
from pydicom.uid import ExplicitVRLittleEndian


def ask(path, data=None, accept="application/dicom+json"):
    try:
        response = urlopen(Request(f"http://127.0.0.1:{sys.argv[1]}{path}", data, {"Accept": accept}), timeout=20)
    except HTTPError as error:
        response = error
    return response.status, response.read()


def store(study, number, elements, **attributes):
    """Uploads a file, and gives its metadata as pydicom makes them, and the status and the metadata as they are served."""
    meta = FileMetaDataset()
    meta.MediaStorageSOPClassUID, meta.MediaStorageSOPInstanceUID = "1.2.840.10008.5.1.4.1.1.7", f"{study}.1.{number}"
    meta.TransferSyntaxUID = ExplicitVRLittleEndian
    file = Dataset()
    file.file_meta = meta
    file.SOPClassUID, file.SOPInstanceUID = meta.MediaStorageSOPClassUID, meta.MediaStorageSOPInstanceUID
    file.PatientID, file.StudyInstanceUID, file.SeriesInstanceUID = "p", study, f"{study}.1"
    file.Modality, file.InstanceNumber = "OT", number
    for name, value in attributes.items():
        setattr(file, name, value)
    for tag, kind, value in elements:
        file.add_new(tag, kind, value)
    content = io.BytesIO()
    file.save_as(content, enforce_file_format=True)
    status, answer = ask("/instances", content.getvalue())
    assert status == 200 and json.loads(answer)["Status"] == "Success"
    kept = json.loads(answer)["ID"]
    assert ask(f"/instances/{kept}/file", accept="*/*")[1] == content.getvalue()
    status, answer = ask(f"/dicom-web/studies/{study}/series/{study}.1/instances/{study}.1.{number}/metadata")
    return json.loads(file.to_json()), status, json.loads(answer), kept


SV, UV, TEXT, COMMENT, POINTER = 0x00720082, 0x00720083, 0x0072006E, 0x00104000, 0x00280009
ELEMENTS = [(SV, "SV", -(2**53) - 1), (UV, "UV", 2**64 - 1), (TEXT, "ST", "a\\b"), (POINTER, "AT", [0x00181063, 0x00181065])]
want, status, [got], kept = store("1.2.7", 1, ELEMENTS, PatientName="A^B", PatientComments="one\\two", StudyDescription="one S")
assert status == 200
differ = {key: (want.get(key, {}).get("Value"), got.get(key, {}).get("Value")) for key in want | got if want.get(key) != got.get(key)}
for key, (theirs, its) in sorted(differ.items()):
    print(key, theirs, its)
assert differ == {
    "00104000": (["one\\two"], ["one", "two"]), "0072006E": (["a\\b"], ["a", "b"]), "00720082": ([-(2**53) - 1], None),
    "00720083": ([2**64 - 1], None),
}
assert "00720082" not in got and "00720083" not in got
status, content = ask("/dicom-web/studies/1.2.7/series/1.2.7.1/instances/1.2.7.1.1/bulk/00720082", accept="*/*")
assert status == 200 and (-(2**53) - 1).to_bytes(8, "little", signed=True) in content
status, content = ask("/dicom-web/studies/1.2.7/metadata", accept='multipart/related; type="application/dicom+xml"')
assert status == 200 and b'<Value number="2">two</Value>' in content and b"SelectorSVValue" not in content
tags = json.loads(ask(f"/instances/{kept}/simplified-tags")[1])
print({name: tags[name] for name in ("SelectorSVValue", "SelectorUVValue", "FrameIncrementPointer", "PatientComments")})
assert (tags["SelectorSVValue"], tags["SelectorUVValue"], tags["FrameIncrementPointer"]) == (None, None, "0018,1063")

assert store("1.2.7", 2, [], PatientName="C^D", StudyDescription="T")[2][0]["00100010"] == {"vr": "PN", "Value": [{"Alphabetic": "C^D"}]}
found = {query: len(json.loads(ask(f"/dicom-web/instances?{query}")[1]))
         for query in ("PatientName=A^B", "PatientName=A%5EB", "PatientName=A*", "PatientName=A%2A", "PatientName=C^D", "PatientID=%70",
                       "%50atientID=p", "StudyDescription=one%20S", "StudyDescription=one+S", "StudyDescription=one?S")}
print(found)
assert list(found.values()) == [2, 0, 2, 0, 0, 0, 2, 0, 0, 2]
for name, count in (("A^B", 1), ("A%5EB", 0)):
    assert len(json.loads(ask("/tools/find", json.dumps({"Level": "Study", "Query": {"PatientName": name}}).encode())[1])) == count


def member():
    item = Dataset()
    item.CodeValue = "a"
    return item


SEQUENCES = [[], [Dataset()], [member()], [member(), Dataset()], [Dataset(), member()]]
for number, items in enumerate(SEQUENCES, 1):
    want, status, [got], _ = store("1.2.8", number, [(0x00081199, "SQ", items)])
    print([len(item) for item in items], status, got.get("00081199"))
    kept = [item for item in items if len(item)]
    assert status == 200 and len(want["00081199"].get("Value", [])) == len(items)
    assert len(got["00081199"].get("Value", [])) == len(kept) if kept or not items else "00081199" not in got
_, status, answer, _ = store("1.2.8", 9, [(0x00081199, "SQ", [member(), Dataset(), member()])])
print(status, answer["Details"])
assert (status, answer["Details"]) == (500, "Cannot convert DICOM to DICOMweb") and ask("/dicom-web/studies/1.2.8/metadata")[0] == 500
P
v/bin/python check.py "$port"
echo "as seen: A%5EB is nobody, and no numbers of 64 bits"
