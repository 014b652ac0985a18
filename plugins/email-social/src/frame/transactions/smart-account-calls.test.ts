import { expect, it, vi } from 'vitest'
import type { SigningContext } from '../signing.js'
import { delegationTo } from './smart-account.js'
import { buildSelfTransaction } from './smart-account-calls.js'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn(async (..._: readonly unknown[]): Promise<unknown> => '0x64') }))
vi.mock('../gateway.js', async (original) => ({
  ...(await original<typeof import('../gateway.js')>()),
  gateway: { rpc },
}))

const address = `0x${'aa'.repeat(20)}` as const
const contract = `0x${'cc'.repeat(20)}` as const
const context = { login: { session: 's1', address }, chain: { chainId: 1 } } as SigningContext

it('the gas of a batch includes its calls while the delegation of the account is still pending', async () => {
  await buildSelfTransaction(context, { data: '0x1234', authorize: null, delegate: contract })
  const call = { from: address, to: address, value: '0x0', data: '0x1234' }
  const override = { [address]: { code: delegationTo(contract) } }
  expect(rpc).toHaveBeenCalledWith('s1', 1, 'eth_estimateGas', [call, 'latest', override])
})
