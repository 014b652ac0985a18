import { installWallets, type ScriptedWallet, type WalletPlan } from '@wallet-modal/sandbox/testing'
import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import bitcoin from '../../../plugins/bip122/networks.json' with { type: 'json' }
import polkadots from '../../../plugins/polkadot/networks.json' with { type: 'json' }
import solanas from '../../../plugins/solana/networks.json' with { type: 'json' }
import { bundleBitcoinWallets } from './bip122.js'
import type { Watched } from './browser.js'
import { localNetworks } from './local-networks.js'
import { servePage } from './page.js'
import { polkadotJs } from './polkadot.js'
import type { ServedSite } from './serve.js'
import { createStage } from './stage.js'

/** Name of the visitor's wallet for each chain family. */
export const walletNames = {
  eip155: 'Zephyr',
  solana: 'Comet',
  polkadot: 'polkadot{.js}',
  bip122: 'UniSat Wallet',
} as const
export type Family = keyof typeof walletNames
export const families: readonly Family[] = ['eip155', 'solana', 'polkadot', 'bip122']

const regtest = {
  ...bitcoin[0],
  caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  reference: '0f9188f13cb7b2c71f2a335e3a4fc328',
  name: 'Bitcoin Regtest',
}

interface FamiliesStage {
  /** Opens the page as a visitor with a wallet for every chain family. The page counts its pending timers from the start. */
  open(options?: BrowserContextOptions): Promise<Watched>
}

/** A production build of a page with the four chain families. `window.familiesModal` is its modal. */
export const serveFamilies = (sandboxUrl: string): Promise<ServedSite> =>
  servePage({
    services: [sandboxUrl],
    body: '<button id="open">Connect wallet</button>',
    script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { bip122 } from '@wallet-modal/bip122'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      import { polkadot } from '@wallet-modal/polkadot'
      import { receive } from '@wallet-modal/receive'
      import { solana } from '@wallet-modal/solana'
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: ${JSON.stringify([
          ...localNetworks(sandboxUrl),
          ...[solanas[0], polkadots[0], regtest].map((network) => ({
            ...network,
            rpcUrls: [`${sandboxUrl}/v1/?chainId=${network?.caipNetworkId}&projectId=test`],
          })),
        ])},
        endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
        plugins: [eip155(), solana(), polkadot(), bip122(), connect(), account(), receive()],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      Object.assign(window, { familiesModal: modal })`,
  })

const cometOnMainnet: WalletPlan = { namespace: 'solana', name: walletNames.solana, networks: solanas.slice(0, 1) }
const scripted = new WeakMap<BrowserContext, readonly ScriptedWallet[]>()

/** Stage that serves the page of `serveFamilies`, for visitors with a wallet of each family. */
export function createFamiliesStage(): FamiliesStage {
  const stage = createStage({ serve: serveFamilies })
  return {
    async open(options = {}) {
      const bitcoinWallets = await bundleBitcoinWallets()
      return stage.open({
        options,
        prepare: async (context) => {
          await context.addInitScript(countTimers)
          const plans = { solana: cometOnMainnet, polkadot: polkadotJs }
          const installed = await installWallets(context, plans, { sandboxUrl: stage.sandboxUrl })
          scripted.set(context, Object.values(installed))
          await context.addInitScript(`window.bitcoinPlan = { families: ['unisat'] }`)
          await context.addInitScript({ content: bitcoinWallets })
        },
      })
    },
  }
}

/** Counts pending timers. Runs in the page before all other scripts. */
function countTimers(): void {
  const pending = new Set<unknown>()
  const { setTimeout: later, clearTimeout: notLater, setInterval: often, clearInterval: notOften } = window
  const timers = {
    setTimeout(run: () => void, delay?: number, ...given: unknown[]) {
      const id = later(() => {
        pending.delete(id)
        run.apply(window, given as [])
      }, delay)
      pending.add(id)
      return id
    },
    clearTimeout(id: number | undefined) {
      pending.delete(id)
      notLater(id)
    },
    setInterval(run: () => void, delay?: number, ...given: unknown[]) {
      const id = often(() => run.apply(window, given as []), delay)
      pending.add(id)
      return id
    },
    clearInterval(id: number | undefined) {
      pending.delete(id)
      notOften(id)
    },
  }
  Object.assign(window, timers, { pendingTimers: () => pending.size })
}

/** Resources that a page holds after its timers have fired and garbage was collected. */
export interface Holdings {
  readonly nodes: number
  readonly listeners: number
  readonly timers: number
  /** Listeners that the page has added to wallets. */
  readonly walletListeners: number
  readonly stored: readonly string[]
  readonly heapBytes: number
  /** Number of reachable objects and functions. Unlike `heapBytes`, it does not grow when the browser compiles code. */
  readonly objects: number
}

async function liveObjects(cdp: CDPSession): Promise<number> {
  const { result: prototype } = await cdp.send('Runtime.evaluate', { expression: 'Object.prototype' })
  const { objects } = await cdp.send('Runtime.queryObjects', { prototypeObjectId: prototype.objectId ?? '' })
  const { result } = await cdp.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return this.length }',
    returnByValue: true,
  })
  await cdp.send('Runtime.releaseObject', { objectId: objects.objectId ?? '' })
  await cdp.send('Runtime.releaseObject', { objectId: prototype.objectId ?? '' })
  return Number(result.value)
}

/** Measures the resources of a page with the browser's own counters. */
export async function holdings(page: Page): Promise<Holdings> {
  await page.waitForFunction(() => Reflect.get(window, 'pendingTimers')() === 0, null, { timeout: 20_000 })
  await page.waitForTimeout(300)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  for (let turn = 0; turn < 3; turn++) {
    await cdp.send('HeapProfiler.collectGarbage')
    await page.waitForTimeout(100)
  }
  const { metrics } = await cdp.send('Performance.getMetrics')
  const objects = await liveObjects(cdp)
  await cdp.detach()
  const of = (name: string): number => metrics.find((one) => one.name === name)?.value ?? 0
  const own = await page.evaluate(() => ({
    timers: Number(Reflect.get(window, 'pendingTimers')()),
    walletListeners: [...Object.values(window.testWallets), ...Object.values(window.bitcoinWallets)]
      .map((wallet) => wallet.listeners())
      .reduce((sum, one) => sum + one, 0),
    stored: Object.entries(localStorage)
      .filter(([key]) => key.startsWith('wallet-modal/'))
      .map((entry) => entry.join('='))
      .sort(),
  }))
  const outside = (scripted.get(page.context()) ?? []).map((wallet) => wallet.listeners())
  const walletListeners = (await Promise.all(outside)).reduce((sum, one) => sum + one, own.walletListeners)
  return {
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    heapBytes: of('JSHeapUsedSize'),
    objects,
    ...own,
    walletListeners,
  }
}

interface PageModal {
  open(): Promise<unknown>
  close(): boolean
  readonly connections: {
    adapter(namespace: string): {
      discover(): Promise<void>
      readonly connectors: { peek(): readonly { readonly name: string }[] }
      readonly state: { peek(): { readonly status: string } }
    }
    connect(connector: object, options: object): Promise<{ readonly status: string }>
    disconnect(namespace?: string): Promise<void>
  }
}

/**
 * Connects the families of `among` one after the other without opening the modal and, unless `stay` is set, disconnects them. Repeats this
 * `times` times.
 */
export const cycles = (
  page: Page,
  {
    among,
    times,
    stay = false,
  }: { readonly among: readonly Family[]; readonly times: number; readonly stay?: boolean },
): Promise<void> =>
  page.evaluate(
    async ([names, count, remain]) => {
      const modal: PageModal = Reflect.get(window, 'familiesModal')
      for (let round = 0; round < count; round++) {
        for (const [namespace, name] of names) {
          const adapter = modal.connections.adapter(namespace)
          await adapter.discover()
          for (let wait = 0; wait < 100 && !adapter.connectors.peek().some((one) => one.name === name); wait++)
            await new Promise((resolve) => setTimeout(resolve, 20))
          const connector = adapter.connectors.peek().find((one) => one.name === name)
          if (!connector) throw new Error(`There is no ${name}.`)
          const { status } = await modal.connections.connect(connector, { namespace })
          if (status !== 'connected') throw new Error(`${name}: ${status}`)
        }
        for (const [namespace] of remain ? [] : names) await modal.connections.disconnect(namespace)
        // empties the call logs of the test wallets, which would count as objects of the page
        for (const wallet of [...Object.values(window.testWallets), ...Object.values(window.bitcoinWallets)])
          (wallet.calls as unknown[]).length = 0
      }
    },
    [among.map((one) => [one, walletNames[one]] as const), times, stay] as const,
  )

/** Opens and closes the modal a number of times. */
export const openings = (page: Page, times: number): Promise<void> =>
  page.evaluate(async (count) => {
    const modal: PageModal = Reflect.get(window, 'familiesModal')
    for (let round = 0; round < count; round++) {
      const closed = modal.open()
      await new Promise((resolve) => setTimeout(resolve, 5))
      modal.close()
      await closed
    }
  }, times)
