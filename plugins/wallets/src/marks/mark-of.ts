import { groups } from './groups.js'

/** SVG file of a wallet's logo; `undefined` if the wallet has no logo. */
export async function markOf(walletId: string): Promise<string | undefined> {
  const load = groups.find(([ids]) => ids.split(' ').includes(walletId))?.[1]
  return (await load?.())?.marks[walletId]
}

/** Logo of a wallet as a data URL for `<img src>`; `undefined` if the wallet has no logo. */
export async function markUrl(walletId: string): Promise<string | undefined> {
  const svg = await markOf(walletId)
  return svg && `data:image/svg+xml,${encodeURIComponent(svg)}`
}
