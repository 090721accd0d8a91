/// The media types of file extensions, for uploads and mocks without one.
package enum MediaTypes {
  package static let byExtension: [String: String] = [
    "json": "application/json", "txt": "text/plain", "text": "text/plain", "log": "text/plain", "md": "text/markdown",
    "html": "text/html", "htm": "text/html", "css": "text/css", "csv": "text/csv", "tsv": "text/tab-separated-values",
    "xml": "application/xml", "yaml": "application/yaml", "yml": "application/yaml", "js": "text/javascript",
    "mjs": "text/javascript", "pdf": "application/pdf", "zip": "application/zip", "gz": "application/gzip",
    "tar": "application/x-tar", "7z": "application/x-7z-compressed", "wasm": "application/wasm",
    "ndjson": "application/x-ndjson", "jsonl": "application/x-ndjson", "rtf": "application/rtf",
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
    "svg": "image/svg+xml", "bmp": "image/bmp", "tif": "image/tiff", "tiff": "image/tiff", "ico": "image/vnd.microsoft.icon",
    "avif": "image/avif", "heic": "image/heic", "mp3": "audio/mpeg", "wav": "audio/wav", "ogg": "audio/ogg",
    "oga": "audio/ogg", "flac": "audio/flac", "m4a": "audio/mp4", "aac": "audio/aac", "opus": "audio/opus",
    "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm", "mpeg": "video/mpeg",
    "mpg": "video/mpeg", "avi": "video/x-msvideo", "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf",
    "otf": "font/otf", "doc": "application/msword", "xls": "application/vnd.ms-excel", "ppt": "application/vnd.ms-powerpoint",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "epub": "application/epub+zip", "ics": "text/calendar", "vcf": "text/vcard",
  ]
}
