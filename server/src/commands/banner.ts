import type { Config } from '../config.ts'

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
    `  API reference  ${baseUrl}/docs`,
    `  Console        ${baseUrl}/console`,
    `  OpenAPI        ${baseUrl}/openapi.json`,
    ...(config.openBanking ? [`  Open banking   ${config.openBankingBaseUrl}`] : []),
  ]
  if (credentialsFile)
    lines.push(`  Credentials    ${credentialsFile}`, '', 'Try it:', ...firstCalls(baseUrl, credentialsFile))
  return [...lines, '', 'Ctrl-C stops it.'].join('\n')
}

/** A token, the accounts behind it, an estimate of a rate. */
export function firstCalls(baseUrl: string, credentialsFile: string): string[] {
  const user = `node -p "c=require('${credentialsFile}').clients.rm,c.clientId+':'+c.clientSecret"`
  const token = `node -p "JSON.parse(fs.readFileSync(0)).access_token"`
  const authorised = `curl -s -H "Authorization: Bearer $TOKEN"`
  return [
    `TOKEN=$(curl -s -u "$(${user})" -d grant_type=client_credentials ${baseUrl}/v1/oauth2/token | ${token})`,
    `${authorised} ${baseUrl}/v1/accounts`,
    `${authorised} "${baseUrl}/v1/fx/quotes/estimate?sellCurrency=EUR&buyCurrency=GBP&fixedSide=Sell&amount=1000"`,
  ]
}
