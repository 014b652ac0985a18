import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sandboxNetworks } from '../networks.js'
import { answerPage } from './answer-page.js'
import type { PageQuestion } from './page/link.js'
import type { WalletPlan } from './plan.js'
import { findSandboxUrl } from './sandbox-url.js'
import { type HostedWallet, hostWallet, type ScriptedWallet } from './scripted-wallet.js'

/** Subset of Playwright's `Frame` that `installWallets` uses. */
export interface FrameLike {
  evaluate(expression: string): Promise<unknown>
}

/** Subset of Playwright's `Page` and `BrowserContext` (1.40 or later) that `installWallets` uses. */
export interface PageOrContext {
  exposeBinding(
    name: string,
    callback: (source: { readonly frame: FrameLike }, question: PageQuestion) => unknown,
  ): Promise<unknown>
  addInitScript(script: { readonly content: string }): Promise<unknown>
}

export interface InstallOptions {
  /**
   * URL of the sandbox, for wallets whose plan has no `networks`. Default: the URL in `wallet-modal.json` in the working directory, else
   * `http://127.0.0.1:4700`.
   */
  readonly sandboxUrl?: string
}

/**
 * Adds scripted wallets to a page, or to every page of a browser context. Call `installWallets` before `page.goto()`. The wallets keep their state
 * when the page is reloaded, and are removed when the page or context is closed. Rejects with a `TestingError`: `INVALID_KEYS` or `INVALID_NETWORK` for
 * an invalid plan, `INVALID_SITE` if the sandbox's URL cannot be read from `wallet-modal.json`.
 *
 * ```ts
 * const { zephyr } = await installWallets(page, { zephyr: { namespace: 'eip155' } })
 * ```
 */
export async function installWallets<Key extends string>(
  target: PageOrContext,
  plans: Readonly<Record<Key, WalletPlan>>,
  { sandboxUrl }: InstallOptions = {},
): Promise<Readonly<Record<Key, ScriptedWallet>>> {
  const run = randomUUID().replaceAll('-', '')
  const names = { ask: `askWallets${run}`, emit: `emitToWallets${run}` }
  /** Frames that sent a request to a wallet, with their origins. */
  const frames = new Map<FrameLike, string>()
  const hosted = new Map<string, HostedWallet>()

  const listeners = async (id: string): Promise<number> => {
    const counts = [...frames.keys()].map((frame) =>
      frame.evaluate(`window.${names.emit}?.listeners(${JSON.stringify(id)})`),
    )
    const settled = await Promise.allSettled(counts) // `evaluate` rejects for a closed page, which has no listeners
    return settled.reduce((sum, one) => sum + (one.status === 'fulfilled' ? Number(one.value ?? 0) : 0), 0)
  }
  const emit = async (id: string, origin: string | null, event: string, payload: unknown): Promise<void> => {
    const call = `window.${names.emit}?.emit(${[id, event, payload].map((one) => JSON.stringify(one)).join(', ')})`
    await Promise.all(
      [...frames]
        .filter(([, frameOrigin]) => origin === null || frameOrigin === origin)
        .map(([frame]) =>
          frame.evaluate(call).catch(() => {
            frames.delete(frame) // the frame's page was closed
          }),
        ),
    )
  }
  const url = sandboxUrl ?? findSandboxUrl()
  for (const [id, plan] of Object.entries<WalletPlan>(plans))
    hosted.set(
      id,
      hostWallet(plan, {
        id,
        networks: sandboxNetworks(url.replace(/\/+$/, '')),
        emit: (origin, { event, payload }) => emit(id, origin, event, payload),
        origins: () => [...new Set(frames.values())],
        listeners: () => listeners(id),
      }),
    )
  await target.exposeBinding(names.ask, ({ frame }, question) => {
    // the origin comes from the page, because `frame.url()` of Playwright is still the previous URL while the page loads
    frames.set(frame, question.origin)
    return answerPage(hosted, question)
  })
  const announcements = [...hosted.values()].map(({ announcement }) => announcement)
  await target.addInitScript({ content: `${pageScript()}(${JSON.stringify(announcements)}, ${JSON.stringify(names)})` })
  return Object.fromEntries([...hosted].map(([id, { wallet }]) => [id, wallet])) as Record<Key, ScriptedWallet>
}

let script: string | undefined
/** JavaScript expression whose value is the function `start` of `page/script.ts`. */
const pageScript = (): string =>
  (script ??= readFileSync(new URL('../assets/testing-wallets.js', import.meta.url), 'utf8'))
