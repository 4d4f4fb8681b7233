import type { FastifyRequest } from 'fastify'
import { expect, test, vi } from 'vitest'
import { SandboxReset } from '../db/connection-loss.ts'
import { beforeResponse } from './before-response.ts'

const AWAY = new Error('connect ECONNREFUSED')

const logOf = async (error: Error) => {
  const warn = vi.fn()
  const outages = { note: (noted: unknown) => noted === AWAY }
  const request = { log: { warn }, server: { outages } } as unknown as FastifyRequest
  const fail = async () => {
    throw error
  }
  const response = await beforeResponse(fail)(request, undefined, 'response')
  return { response, logged: warn.mock.calls.length }
}

test('a command of the sandbox gets its response although the jobs after it failed, and the failure is logged', async () => {
  expect(await logOf(new Error('no disk'))).toEqual({ response: 'response', logged: 1 })
})

test('an outage that keeps the jobs after a command from running is left to its own line of the log', async () => {
  expect(await logOf(AWAY)).toEqual({ response: 'response', logged: 0 })
})

test('a reset that removes the jobs after a command is not logged as a failure', async () => {
  expect(await logOf(new SandboxReset())).toEqual({ response: 'response', logged: 0 })
})
