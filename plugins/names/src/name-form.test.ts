import { WalletModalError } from '@wallet-modal/kernel'
import { describe, expect, it, vi } from 'vitest'
import { createNameForm } from './name-form.js'
import type { NameRecord, NamesService, Refusal } from './service.js'

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const notFound = new WalletModalError('HTTP_STATUS', 'not found', { status: 404 })

/** The result for "zoey", if the service suggests no names and replies to the request for this name with `account`. */
async function checkName(account: () => Promise<NameRecord | Refusal>): Promise<unknown> {
  const service: NamesService = {
    account,
    suggestions: async () => [],
    reverse: async () => [],
    register: async () => undefined,
  }
  const form = createNameForm({ abortSignal: new AbortController().signal, log }, service, 'shop.id')
  form.type('zoey')
  await vi.waitFor(() => expect(form.check.value.status).not.toBe('checking'))
  return form.check.value
}

describe('a name that is not among the suggestions', () => {
  it('is free if the service does not know it', async () => {
    expect(await checkName(() => Promise.reject(notFound))).toMatchObject({ status: 'free', name: 'zoey.shop.id' })
  })

  it('is taken if the service has a record of it', async () => {
    expect(await checkName(async () => ({ name: 'zoey.shop.id', addresses: {} }))).toMatchObject({ status: 'taken' })
  })

  it('is not shown as free if the service refuses the request', async () => {
    expect(await checkName(async () => ({ reason: 'Too many requests' }))).toEqual({
      status: 'refused',
      reason: 'Too many requests',
    })
  })

  it('is not shown as free if the service fails', async () => {
    expect(await checkName(() => Promise.reject(new Error('offline')))).toEqual({ status: 'failed' })
  })
})
