import Dial
import DialSyntax
import Foundation
import TestSupport
import Testing

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialSpec

let fixtures = Fixtures()

func findings(_ yaml: String) -> String {
  DiagnosticPrinter(color: false).text(Spec.check(yaml: Array(yaml.utf8), name: "spec.yaml"))
}
