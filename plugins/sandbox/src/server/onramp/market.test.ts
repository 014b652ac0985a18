import { memoryStore } from '@wallet-modal/gateway/server'
import { expect, it } from 'vitest'
import { localSolanaNetwork } from '../../local-networks.js'
import type { Engine } from '../engines/engine.js'
import { setPrice } from '../services/prices.js'
import { createQuote, networkName } from './market.js'

const unused = () => Promise.reject(new Error('A quote does not call this.'))
/** Engine of a chain without price feeds. */
const engine: Engine = {
  ...{ namespace: 'solana', network: localSolanaNetwork, accounts: [], status: () => ({ state: 'idle' }) },
  ...{ start: unused, request: unused, toAddress: (text) => text, nativeBalance: unused },
  ...{ setNativeBalance: unused, deliver: unused, reset: unused, stop: unused },
}
const request = {
  ...{ purchaseCurrency: 'SOL', network: networkName(engine), paymentCurrency: 'USD', amount: '151.25' },
  ...{ paymentMethod: 'card', visitor: {} },
}

it('an asset without a price is not sold', async () => {
  await expect(createQuote([engine], memoryStore(), request)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringContaining('"SOL" has no price'),
  })
})

it('an asset is sold at the price that was set for it', async () => {
  const store = memoryStore()
  await setPrice(engine, store, { address: undefined, price: 50n * 10n ** 8n })
  // fees of 3.03 and 0.25 leave 147.97
  expect((await createQuote([engine], store, request)).amountBase).toBe(2_959_400_000n)
})
