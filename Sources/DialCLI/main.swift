Shell.main(Array(CommandLine.arguments.dropFirst()))
