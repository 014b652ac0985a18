import { WalletModalError } from '@wallet-modal/kernel'
import { expect, it } from 'vitest'
import { toFailure } from './failure.js'

const failedWith = (cause: unknown) => new WalletModalError('CONNECT_FAILED', 'It could not connect.', { cause })

it.each([
  ['an EIP-1193 wallet', Object.assign(new Error('Request already pending'), { code: -32_002 })],
  ['a Polkadot extension', new WalletModalError('CONNECT_FAILED', 'Open it.', { status: -32_002 })],
])('toFailure distinguishes an open request from a failed one: %s', (_, cause) => {
  expect(toFailure(failedWith(cause))).toEqual({ reason: 'pending' })
  expect(toFailure(failedWith(new Error('no')))).toEqual({ reason: undefined, message: 'no' })
})
