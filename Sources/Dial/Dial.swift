// One import for users: the engine, its values, its diagnostics, and the transport that `Client` uses by default.
@_exported public import DialCore
@_exported public import DialHTTP
@_exported public import DialJSON
@_exported public import DialSyntax
@_exported public import HTTPTypes
