import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSetQueue } from './set-queue.ts'

/** Returns a queue whose sets the test ends, with the sets so far. */
function watchedQueue(options: { cap?: number; inFlight?: number; queueLimit?: number } = {}) {
  const sets: string[][] = []
  const ends: (() => void)[] = []
  const queue = createSetQueue<string, string>({
    ...options,
    async run(commands) {
      sets.push([...commands])
      await new Promise<void>((end) => ends.push(end))
      return commands.map((command) => command.toUpperCase())
    },
  })
  const submit = (lane: string, ...commands: string[]) =>
    Promise.all(commands.map((command) => queue.submit(lane, command)))
  return { queue, submit, sets, endNext: () => ends.shift()!() }
}

test('commands of one lane that come together are one set, and those of another lane another', async () => {
  const { submit, sets, endNext } = watchedQueue()
  const answers = [submit('x', 'a', 'b'), submit('y', 'c', 'd')]
  await expect
    .poll(() => sets)
    .toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]) // prettier-ignore
  endNext()
  endNext()
  expect((await Promise.all(answers)).flat()).toEqual(['A', 'B', 'C', 'D'].map((result) => ({ result })))
})

test('commands that come while their lane has its turn wait for its end and are the next set', async () => {
  const { submit, sets, endNext } = watchedQueue()
  const first = submit('x', 'a', 'b')
  await expect.poll(() => sets.length).toBe(1)
  const later = submit('x', 'c', 'd', 'e')
  await sleep(20)
  expect(sets).toHaveLength(1)
  endNext()
  await first
  await expect.poll(() => sets[1]).toEqual(['c', 'd', 'e'])
  endNext()
  expect(await later).toHaveLength(3)
})

test('a lane with many commands takes turns with the others', async () => {
  const { submit, sets, endNext } = watchedQueue({ cap: 2, inFlight: 1 })
  const answers = [submit('x', 'a', 'b', 'c', 'd'), submit('y', 'e', 'f')]
  for (let set = 1; set <= 3; set++) {
    await expect.poll(() => sets.length).toBe(set)
    endNext()
  }
  await Promise.all(answers)
  expect(sets).toEqual([
    ['a', 'b'],
    ['e', 'f'],
    ['c', 'd'],
  ])
})

test('a single command is carried out by its caller, and its lane waits until it is released, but not for long', async () => {
  const { queue, submit, sets, endNext } = watchedQueue({ inFlight: 1 })
  const turn = await queue.submit('x', 'a')
  const later = submit('x', 'b', 'c')
  await sleep(20)
  expect(sets).toEqual([])
  if ('release' in turn) turn.release()
  await expect.poll(() => sets).toEqual([['b', 'c']])
  endNext()
  await later
  await queue.submit('x', 'd') // never released
  const others = submit('y', 'e', 'f')
  await expect.poll(() => sets[1]).toEqual(['e', 'f'])
  endNext()
  await others
})

test('an error of a set is thrown to each of its commands, one of a command to that one alone', async () => {
  const error = new Error('broken')
  const broken = createSetQueue<string, string>({ run: () => Promise.reject(error) })
  const rejected = await Promise.allSettled(['a', 'b'].map((command) => broken.submit('x', command)))
  expect(rejected.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const partly = createSetQueue<string, string>({ run: async () => [error, 'B'] })
  const [failed, made] = await Promise.allSettled(['a', 'b'].map((command) => partly.submit('x', command)))
  expect([failed, made]).toEqual([
    { status: 'rejected', reason: error },
    { status: 'fulfilled', value: { result: 'B' } },
  ])
})

test('beyond the limit of waiting commands, a further one is rejected as overloaded', async () => {
  const { queue, submit, endNext, sets } = watchedQueue({ queueLimit: 2 })
  const waiting = submit('x', 'a', 'b')
  await expect(queue.submit('x', 'c')).rejects.toMatchObject({ code: 'overloaded' })
  await expect.poll(() => sets.length).toBe(1)
  endNext()
  await waiting
})
