"""moto, which answers as Amazon does: keys that look like other keys, and lists without items."""

import pathlib
import urllib.request
import xml.etree.ElementTree

from .calls import Calls
from .server import ROOT, Server, program

MOTO = program("moto_server")
KEYS = ["a/d", "a%2Fd", "a b+c", "a+b c", "100%", "ä/ö", "x?y#z", "a&b=c;d", "p//q", "{k}", ".hidden"]
SPEC = """
base: $base$
auth: {aws4: {key: "${KEY}", secret: "${SECRET}", service: s3, region: us-east-1}}
decode: xml
types: {Object: {Key: String, Size: Int}, Topic: {TopicArn: String}}
endpoints:
  buckets: GET / @ ListAllMyBucketsResult.Buckets.Bucket -> [(Name String)]
  keys:    GET /{bucket}?list-type=2 (bucket, query.prefix?) @ ListBucketResult.Contents -> [Object]
  page:
    GET: /{bucket}?list-type=2 (bucket, query.size Int as max-keys = 2, query.token? as continuation-token) -> [Object]
    select: ListBucketResult.Contents
    paginate: {cursor: ListBucketResult.NextContinuationToken, as: token}
  uploads: GET /{bucket}?uploads (bucket) @ ListMultipartUploadsResult.Upload -> [(Key String)]
  whole:   GET /{bucket}?list-type=2 (bucket) -> (ListBucketResult (Name String, Contents [Object]))
  topics:
    POST: form / (Action = ListTopics, Version = "2010-03-31") @ ListTopicsResponse.ListTopicsResult.Topics.member -> [Topic]
    auth: {aws4: {key: "${KEY}", secret: "${SECRET}", service: sns, region: us-east-1}}
  topic:
    POST: form / (Action = CreateTopic, Version = "2010-03-31", Name) @ CreateTopicResponse.CreateTopicResult.TopicArn -> String
    auth: {aws4: {key: "${KEY}", secret: "${SECRET}", service: sns, region: us-east-1}}
  queues:
    POST: form / (Action = ListQueues, Version = "2012-11-05") @ ListQueuesResponse.ListQueuesResult.QueueUrl -> [String]
    auth: {aws4: {key: "${KEY}", secret: "${SECRET}", service: sqs, region: us-east-1}}
  queue:
    POST: form / (Action = CreateQueue, Version = "2012-11-05", QueueName) @ CreateQueueResponse.CreateQueueResult.QueueUrl -> String
    auth: {aws4: {key: "${KEY}", secret: "${SECRET}", service: sqs, region: us-east-1}}
"""


def words(folder, ports):
    return ["-H", "127.0.0.1", "-p", str(ports[0])]


def stored(base):
    """The keys of the bucket, read without the program under test."""
    with urllib.request.urlopen(base + "/photos?list-type=2", timeout=30) as found:
        return [key.text for key in xml.etree.ElementTree.parse(found).iter("{http://s3.amazonaws.com/doc/2006-03-01/}Key")]


def keys(folder):
    """Each key is written, read, copied and removed as itself."""
    with Server(MOTO, words, "/moto-api/").running(folder) as (base, _):
        flags = ["--base", base, "--var", "AWS_ACCESS_KEY_ID=k", "--var", "AWS_SECRET_ACCESS_KEY=s"]
        calls = Calls(folder, ROOT / "specs/s3.yaml", *flags)
        calls.check("buckets.create bucket=photos")
        for number, key in enumerate(KEYS):
            pathlib.Path(folder, "upload").write_text(str(number))
            calls.check(["objects.put", "bucket=photos", f"key={key}", "file@upload"])
        calls.same("keys", sorted(stored(base)), sorted(KEYS))
        for number, key in enumerate(KEYS):
            calls.check(["objects.get", "bucket=photos", f"key={key}"], out=str(number))
        calls.check(["objects.copy", "bucket=photos", "key=copy of a b+c", "source=/photos/a b+c"])
        calls.check(["objects.get", "bucket=photos", "key=copy of a b+c"], out=str(KEYS.index("a b+c")))
        for key in [*KEYS, "copy of a b+c"]:
            before = set(stored(base))
            calls.check(["objects.delete", "bucket=photos", f"key={key}"])
            calls.same(f"removed by key={key}", before - set(stored(base)), {key})
        calls.check(["objects.get", "bucket=photos", "key=.."], exit=2)
    return calls.faults


def lists(folder):
    with Server(MOTO, words, "/moto-api/").running(folder) as (base, _):
        calls = Calls(folder, SPEC, "--var", "KEY=k", "--var", "SECRET=s", base=base)
        shipped = Calls(folder, ROOT / "specs/s3.yaml", "--base", base, "--var", "AWS_ACCESS_KEY_ID=k", "--var", "AWS_SECRET_ACCESS_KEY=s")
        calls.check("buckets", json=[])
        shipped.check("buckets.create bucket=photos")
        names = ["-s", "[*].Name"]
        calls.check(["buckets", *names], json=["photos"])
        for line in ("keys bucket=photos", "uploads bucket=photos", "topics", "queues", "page bucket=photos --all"):
            calls.check(line, json=[], err=None)
        calls.check("whole bucket=photos -s ListBucketResult.Contents", json=[])
        pathlib.Path(folder, "upload").write_text("abc")
        for count in range(1, 6):
            shipped.check(["objects.put", "bucket=photos", f"key=k{count}", "file@upload"])
            calls.check("keys bucket=photos -s [*].[Key,Size]", json=[[f"k{number}", 3] for number in range(1, count + 1)])
        calls.check("keys bucket=photos query.prefix=none", json=[])
        calls.check("page bucket=photos --all -s [*].Key", json=["k1", "k2", "k3", "k4", "k5"])
        topic = "arn:aws:sns:us-east-1:123456789012:"
        calls.check("topic Name=one", json=topic + "one")
        calls.check("topics -s [*].TopicArn", json=[topic + "one"])
        calls.check("topic Name=two", json=topic + "two")
        calls.check("topics -s [*].TopicArn", json=[topic + "one", topic + "two"])
        calls.check("queue QueueName=one", json=base + "/123456789012/one")
        calls.check("queues", json=[base + "/123456789012/one"])
    return calls.faults + shipped.faults


GROUPS = {"keys": ([MOTO], keys), "lists": ([MOTO], lists)}
