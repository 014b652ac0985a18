import type { PageQuestion, Reply } from './page/link.js'
import type { HostedWallet } from './scripted-wallet.js'

/** Passes a request of a page to the wallet and resolves with the wallet's result, or with its error as plain data. Never rejects. */
export async function answerPage(
  wallets: ReadonlyMap<string, HostedWallet>,
  { id, origin, method, params }: PageQuestion,
): Promise<Reply> {
  try {
    const wallet = wallets.get(id)
    if (!wallet) throw new Error(`No wallet "${id}" is installed.`)
    return { result: await wallet.answer(origin, method, params) }
  } catch (error) {
    const { code, data }: { readonly code?: unknown; readonly data?: unknown } = Object(error)
    return { error: { message: error instanceof Error ? error.message : String(error), code, data } }
  }
}
