// One import for users: the engine, its values, its diagnostics, and the default transport of `Client`.
@_exported public import DialBuild
@_exported public import DialEngine
@_exported public import DialHTTP
@_exported public import DialJSON
@_exported public import DialMessage
@_exported public import DialModel
@_exported public import DialOpenAPI
@_exported public import DialPolicies
@_exported public import DialRows
@_exported public import DialSpec
@_exported public import DialStreams
@_exported public import DialSyntax
@_exported public import DialTyped
@_exported public import HTTPTypes
