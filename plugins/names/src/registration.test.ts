import { WalletModalError } from '@wallet-modal/kernel'
import { createFakeConnection, createFakeContext, createFakeNetwork } from '@wallet-modal/kernel/testing'
import { expect, it } from 'vitest'
import { type RegistrationOutcome, registerName } from './registration.js'
import type { NameRecord, NamesService, Refusal } from './service.js'

const address = '0xfb6916095ca1df60bb79Ce92ce3ea74c37c5d359'
const network = createFakeNetwork('eip155:1')

/** Outcome of a registration whose reply is lost, if reading the name then returns `record`. */
async function outcomeOf(record: NameRecord | Refusal): Promise<RegistrationOutcome> {
  const unexpected = () => Promise.reject(new Error('This test does not expect this request.'))
  const service: NamesService = {
    ...{ account: async () => record, reverse: unexpected, suggestions: unexpected },
    register: () => Promise.reject(new WalletModalError('TIMEOUT', 'no reply')),
  }
  const account = { address, type: 'eoa' } as const
  return registerName(
    { ctx: createFakeContext(), service },
    {
      name: 'zoey.shop.id',
      active: createFakeConnection({ network, account, adapter: { signMessage: async () => '0x' } }),
      ...{ network, signal: new AbortController().signal, onSigned: () => {} },
    },
  )
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
