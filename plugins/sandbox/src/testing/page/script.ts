// `installWallets` bundles this module as one classic script. Playwright runs the script in every page before the page's own scripts.
import type { Announcement } from '../plan.js'
import { announceWallets } from './announce-wallets.js'
import type { Ask, PageQuestion, Reply } from './link.js'

/** Called by the code that `installWallets` appends to this script. `names`: names of two global variables, unique for each installation. */
export function start(announcements: readonly Announcement[], names: { readonly ask: string; readonly emit: string }) {
  if (!location.protocol.startsWith('http')) return // such as `about:blank`, before a frame has loaded its site
  const ask: Ask = (id, method, params) => {
    const send: (question: PageQuestion) => Promise<Reply> = Reflect.get(window, names.ask)
    return send({ origin: location.origin, id, method, params })
  }
  Object.defineProperty(window, names.emit, { value: announceWallets(announcements, ask) })
}
