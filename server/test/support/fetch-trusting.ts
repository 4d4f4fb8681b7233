import https from 'node:https'

/** Returns a fetch, without redirects, that trusts one authority: the global one trusts public authorities only. */
export function fetchTrusting(ca: string): typeof fetch {
  return (input, { method = 'GET', headers, body } = {}) =>
    new Promise((resolve, reject) => {
      const url = input instanceof Request ? input.url : input
      const sent = { method, headers: headers as Record<string, string>, ca, agent: false }
      const request = https.request(url, sent, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const told = new Headers()
          for (const [name, value] of Object.entries(answer.headersDistinct))
            for (const each of value ?? []) told.append(name, each)
          const text = chunks.length === 0 ? null : Buffer.concat(chunks)
          resolve(new Response(text, { status: answer.statusCode!, headers: told }))
        })
      })
      request.on('error', reject).end(body as string | undefined)
    })
}
