import type { Context, SendDraft } from '@wallet-modal/kernel'
import { expect, it, vi } from 'vitest'
import type { WalletAccess } from '../transactions/wallet-access.js'
import { createSendHandler } from './handler.js'

const fails = vi.hoisted(() => () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock('./implementation.js', fails)

const signal = new AbortController().signal
const handler = createSendHandler({} as Context, {} as WalletAccess)

it.each([
  ['checking a receiver', () => handler.inspectReceiver('text', {} as SendDraft, signal)],
  ['reading the limit', () => handler.limit({} as SendDraft, signal)],
  ['preparing', () => handler.prepare({} as SendDraft, signal)],
])('a failed download of the code for sending is a network error: %s', async (_, run) => {
  await expect(run()).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
})
