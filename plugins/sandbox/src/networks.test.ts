import { expect, it } from 'vitest'
import { swapTargets } from './networks.js'
import { localContracts } from './server/evm/contracts/local-contracts.js'
import { MARKET_PROGRAM } from './server/solana/market/local-market.js'

it('swapTargets are the deployed EVM router and the deployed Solana program', () => {
  expect(swapTargets.eip155?.toLowerCase()).toBe(localContracts.router)
  expect(swapTargets.solana).toBe(MARKET_PROGRAM)
})
