Shell.main(ProcessWords.all)
