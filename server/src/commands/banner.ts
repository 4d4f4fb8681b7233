import { firstCalls } from './first-calls.ts'
import type { Config } from '../settings/config.ts'

/**
 * Builds the terminal output of a ready server. In the sandbox it ends with three lines that work when pasted into a
 * shell; they read the secret from its file, so that no secret appears in a log.
 *
 * @param credentialsFile absolute path of the sandbox's credentials, if there are any
 */
export function banner(config: Config, credentialsFile: string | undefined): string {
  const { baseUrl } = config
  const lines = [
    '',
    `Cambist is ready at ${baseUrl}`,
    ...(config.hidden.reference ? [] : [`  Documentation  ${baseUrl}/docs/`, `  API reference  ${baseUrl}/docs/api/`]),
    ...(config.hidden.console ? [] : [`  Console        ${baseUrl}/console`]),
    ...(config.openBanking
      ? [
          `  Open banking   ${config.openBankingBaseUrl}`,
          `  User pages     ${config.pagesBaseUrl}/open-banking/connections`,
        ]
      : []),
  ]
  if (credentialsFile)
    lines.push(`  Credentials    ${credentialsFile}`, '', 'Try it:', ...firstCalls(baseUrl, credentialsFile))
  return [...lines, '', 'Ctrl-C stops it.'].join('\n')
}
