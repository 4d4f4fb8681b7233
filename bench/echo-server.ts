import Fastify from 'fastify'

/**
 * The limit that other figures are a ratio to: a bare Fastify server that parses a JSON body and sends JSON back.
 * Answers of the shapes that the service gives come from fixed objects of the same size.
 */
const app = Fastify({ logger: false })
app.post('/echo', (request) => request.body)
const samples = new Map<string, object>()
app.post('/samples/:name', (request) => {
  samples.set((request.params as { name: string }).name, request.body as object)
  return {}
})
app.post('/like/:name', (request) => samples.get((request.params as { name: string }).name))
app.get('/like/:name', (request) => samples.get((request.params as { name: string }).name))
await app.listen({ port: Number(process.argv[2] ?? 0), host: '127.0.0.1' })
const address = app.server.address()
process.send?.({ port: typeof address === 'object' ? address?.port : undefined })
process.on('disconnect', () => process.exit(0))
