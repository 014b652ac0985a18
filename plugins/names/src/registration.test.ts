import { type Context, WalletModalError } from '@wallet-modal/kernel'
import { expect, it, vi } from 'vitest'
import { type RegistrationOutcome, registerName } from './registration.js'
import type { NameRecord, NamesService, Refusal } from './service.js'

const address = '0xfb6916095ca1df60bb79Ce92ce3ea74c37c5d359'
const network = { caipNetworkId: 'eip155:1', namespace: 'eip155', reference: '1' }

/** Outcome of a registration whose reply is lost, if reading the name then returns `record`. */
async function outcomeOf(record: NameRecord | Refusal): Promise<RegistrationOutcome> {
  const ctx = { abortSignal: new AbortController().signal, log: { info: vi.fn(), warn: vi.fn() } }
  const service = {
    account: async () => record,
    register: () => Promise.reject(new WalletModalError('TIMEOUT', 'no reply')),
  }
  const active = { account: { address, type: 'eoa' }, adapter: { signMessage: async () => '0x' } }
  return registerName({ ctx: ctx as unknown as Context, service: service as unknown as NamesService }, {
    name: 'zoey.shop.id',
    active,
    network,
    signal: new AbortController().signal,
    onSigned: () => {},
  } as unknown as Parameters<typeof registerName>[1])
}

it.each([
  [
    'registered if the name resolves to the account',
    { name: 'zoey.shop.id', addresses: { 60: address } },
    'registered',
  ],
  ['failed if the name belongs to another account', { name: 'zoey.shop.id', addresses: { 60: '0x1' } }, 'failed'],
  ['unknown if the service refuses to read the name', { reason: 'Too many requests' }, 'unknown'],
] as const)('the outcome of a registration whose reply is lost is %s', async (_, record, status) => {
  expect(await outcomeOf(record)).toEqual({ status })
})
