import type { BenchContext } from './context.ts'
import type { BenchEntity } from './population.ts'

/** Calls the service as an entity. @throws Error at an answer without success */
export async function call<T>(
  { server }: Pick<BenchContext, 'server'>,
  { token }: Pick<BenchEntity, 'token'>,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}
