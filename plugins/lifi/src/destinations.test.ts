import { WalletModalError } from '@wallet-modal/kernel'
import { createFakeContext, createFakeRpc } from '@wallet-modal/kernel/testing'
import { expect, it } from 'vitest'
import { createDestinations } from './destinations.js'

const callWith = (error: unknown) => {
  const ctx = createFakeContext({ api: { rpc: createFakeRpc(() => Promise.reject(error)) } })
  return createDestinations(ctx, []).callAt('eip155:1', '0x01', '0x8da5cb5b')
}
const rpcError = (message: string, status?: number): WalletModalError =>
  new WalletModalError('RPC_ERROR', message, status === undefined ? {} : { status })

it.each([
  rpcError('execution failed', 3),
  rpcError('execution reverted', -32000),
  rpcError('VM Exception: invalid opcode', -32015),
  rpcError('VM execution error.', -32015),
])('a call that reverts has no result: %s', async (error) => {
  expect(await callWith(error)).toBeUndefined()
})

it.each([
  rpcError('limit exceeded', -32005),
  rpcError('daily request count exceeded', -32029),
  rpcError('internal error', -32603),
  rpcError('vm execution timed out', -32000),
  new WalletModalError('HTTP_STATUS', 'HTTP status code: 502', { status: 502 }),
])('another error is not a missing function: %s', async (error) => {
  await expect(callWith(error)).rejects.toBe(error)
})
