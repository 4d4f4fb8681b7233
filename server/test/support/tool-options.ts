import { parseArgs, type ParseArgsConfig } from 'node:util'

/** Ends a tool whose command line cannot be understood. 1 is for what the tool found. */
export function endWithUsage(reason: string): never {
  console.error(`${reason}\n--help lists the options.`)
  process.exit(2)
}

/** Reads the command line of a tool. `--help` prints the help and ends; an invalid option ends with 2 and the reason. */
export function readToolOptions<T extends ParseArgsConfig>(help: string, config: T): ReturnType<typeof parseArgs<T>> {
  if (process.argv.slice(2).includes('--help')) {
    console.log(help)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    return endWithUsage((error as Error).message.split('. To specify')[0]!)
  }
}

/** Returns the whole number of an option; another text ends the tool with 2. */
export function wholeNumber(option: string, text: string, least = 0): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text)
  return endWithUsage(`--${option} is "${text}"; it must be a whole number from ${least}.`)
}
