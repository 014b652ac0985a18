import type { Page } from 'playwright-core'
import { type Address, erc20Abi, getAddress, type Hex, parseEther, parseUnits } from 'viem'
import { afterAll, beforeEach, expect } from 'vitest'
import { localContracts } from '../../plugins/sandbox/src/server/evm/contracts/local-contracts.js'
import { type BridgeChange, type BridgePair, createBridgePair } from './support/bridge-pair.js'
import { type LifiServer, serveLifi } from './support/lifi-server.js'
import { dialog } from './support/modal.js'
import { chainAt, fundedKey, give, type HeldToken, openConnected, sandboxToken } from './support/send-page.js'
import { createStage, type Stage } from './support/stage.js'
import { deployDiamond, type SwapDiamond } from './support/swap-diamond.js'
import { button, reviewSwap, serveSwapPage } from './support/swap-page.js'

export const COIN = 'eip155:31337/slip44:60'
export const HALF = parseEther('0.5')
export const LONG = { timeout: 30_000 }
export let lifi: LifiServer
export let diamond: SwapDiamond
export let pair: BridgePair
export let dollars: HeldToken

/** CAIP-19 asset id of the token `dollars` on the other chain. */
export let target: string
export let stage: Stage

/** Starts the site, the bridge and the service that returns bridge quotes, for all tests of the file. */
export function startBridgeSite(): void {
  stage = createStage({
    serve: async (sandboxUrl) => {
      diamond = await deployDiamond(sandboxUrl, 25n)
      const token = await sandboxToken(sandboxUrl, 'SUSD')
      dollars = token
      target = `eip155:31338/erc20:${getAddress(token.address)}`
      pair = await createBridgePair(sandboxUrl, diamond, { token: token.address, held: parseUnits('20000', 6) })
      lifi = await serveLifi(sandboxUrl, diamond, pair)
      return serveSwapPage(sandboxUrl, {
        imports: `import { lifi } from '@wallet-modal/lifi'`,
        plugins: `lifi({
        diamonds: [{ caipNetworkId: 'eip155:31337', address: '${diamond.address}' }],
        wrappedCoins: [{ caipNetworkId: 'eip155:31338', address: '${localContracts.wrapped}' }],
      })`,
        endpoints: `lifi: '${lifi.url}'`,
        services: [lifi.url],
      })
    },
  })

  afterAll(() => lifi?.close())
  beforeEach(() => {
    lifi.tamper = undefined
  })
}

export const here = () => chainAt(stage.sandboxUrl, 31337)
export const there = () => chainAt(stage.sandboxUrl, 31338)
export const heldAt = (chain: ReturnType<typeof chainAt>, account: Address): Promise<bigint> =>
  chain.readContract({ address: dollars.address, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
export async function openVisitor(ether: string, usd = '0') {
  const { key, address } = await fundedKey(stage.sandboxUrl, parseEther(ether))
  if (usd !== '0') await give(stage.sandboxUrl, address, dollars, parseUnits(usd, 6))
  return { ...(await openConnected(stage, { plan: { keys: [key] } })), address }
}

export async function offerOf(from: Address, amount: bigint, account: Address, change?: BridgeChange) {
  const offer = await pair.offer({ from, to: dollars.address, amount, account }, change)
  if (!offer) throw new Error('no offer')
  return offer
}

/** Hash of the account's newest transaction, once the chain has it. */
export async function sentBy(account: Address, nonce = 0): Promise<Hex> {
  await expect.poll(() => here().getTransactionCount({ address: account }), LONG).toBe(nonce + 1)
  const { transactions } = await here().getBlock({ includeTransactions: true })
  const own = transactions.find(({ from }) => from === account.toLowerCase())
  if (!own) throw new Error('The transaction is not in the newest block.')
  return own.hash
}

export const submit = async (page: Page): Promise<void> => {
  await reviewSwap(page)
  await button(page, 'Swap').click({ timeout: 20_000 })
  await dialog(page)
    .getByText(/^On its way to .?Local Two/)
    .waitFor(LONG)
}
