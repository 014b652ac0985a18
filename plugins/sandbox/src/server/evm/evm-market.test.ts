import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../start.js'
import { localContracts } from './contracts/local-contracts.js'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
})
afterAll(() => sandbox?.stop())

test('a swap to the address of the wrapped coin has the same quote as a swap to the coin', async () => {
  const market = sandbox.engines.find(({ network }) => network.caipNetworkId === 'eip155:31337')?.market
  for (const { token, tokenReserve } of localContracts.pools) {
    const swap = { from: token, amount: tokenReserve / 100n }
    const quote = await market?.quote({ ...swap, to: undefined })
    expect(quote).toBeGreaterThan(0n)
    expect(await market?.quote({ ...swap, to: localContracts.wrapped })).toBe(quote)
  }
})
