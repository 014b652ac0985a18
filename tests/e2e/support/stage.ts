import type { Sandbox } from '@wallet-modal/sandbox/server'
import { afterAll, beforeAll } from 'vitest'
import type { Watched } from './browser.js'
import type { ServedSite } from './serve.js'
import { createSandbox } from './shared-sandbox.js'
import { createVisits, type VisitPlan } from './visits.js'
import { zephyrAt } from './wallet.js'
import type { WalletPlan } from './wallet.page.js'

interface StagePlan {
  /** Port of a sandbox for this file only. Default: the worker's shared sandbox is reset and used. */
  readonly port?: number
  /** Further command-line arguments of the browser. */
  readonly browserArgs?: readonly string[]
  /** Builds and serves the site under test. */
  serve(sandboxUrl: string): Promise<ServedSite>
}

export interface OpenPlan extends VisitPlan {
  /** Appended to the site's URL, such as `?theme=dark`. */
  readonly query?: string
  /** URL of another page to open, such as one that frames the site. */
  readonly at?: string
}

export interface Stage {
  readonly sandboxUrl: string
  readonly siteUrl: string
  /** The sandbox's WalletConnect relay. */
  readonly relay: Sandbox['relay']
  /** Plan of the test wallet on the sandbox's chains. */
  zephyr(more?: Partial<WalletPlan>): WalletPlan
  /** Opens the site as a new visitor, with the test wallet unless the plan sets others. */
  open(plan?: OpenPlan): Promise<Watched>
}

/** A sandbox, a site and a browser for a test file, started in its hooks. By default, all files of a worker share one sandbox and one browser. */
export function createStage({ port, browserArgs = [], serve }: StagePlan): Stage {
  const sandbox = createSandbox({ port })
  const visits = createVisits(browserArgs)
  let served: ServedSite
  const zephyr: Stage['zephyr'] = (more) => zephyrAt(sandbox.url, more)

  beforeAll(async () => {
    served = await serve(sandbox.url)
  })
  afterAll(() => served?.close())

  return {
    get sandboxUrl() {
      return sandbox.url
    },
    get siteUrl() {
      return served.url
    },
    get relay() {
      return sandbox.relay
    },
    zephyr,
    open: ({ query = '', at = served.url + query, ...plan } = {}) => visits.open(at, { wallets: [zephyr()], ...plan }),
  }
}
