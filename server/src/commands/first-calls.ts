/** Returns shell commands that get a token, the accounts behind it and an estimate of a rate. */
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
