import { expect, it } from 'vitest'
import { SWAP_ROUTER } from './networks.js'
import { localContracts } from './server/evm/localContracts.js'

it('the page knows the router that the chains have', () => {
  expect(SWAP_ROUTER.toLowerCase()).toBe(localContracts.router)
})
