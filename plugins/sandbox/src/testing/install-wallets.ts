import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sandboxNetworks } from '../networks.js'
import { answerPage } from './answer-page.js'
import type { PageQuestion } from './page/link.js'
import type { WalletPlan } from './plan.js'
import { findSandboxUrl } from './sandbox-url.js'
import { type HostedWallet, hostWallet, type ScriptedWallet } from './scripted-wallet.js'

/** Part of a Playwright frame that is needed. */
export interface FrameLike {
  evaluate(expression: string): Promise<unknown>
}

/** Part of a Playwright `Page` or `BrowserContext` that is needed, in any version since 1.40. */
export interface PageOrContext {
  exposeBinding(
    name: string,
    callback: (source: { readonly frame: FrameLike }, question: PageQuestion) => unknown,
  ): Promise<unknown>
  addInitScript(script: { readonly content: string }): Promise<unknown>
}

export interface InstallOptions {
  /**
   * URL of the sandbox, for wallets without networks of their own. Default: the one in `wallet-modal.json` in the working directory, else
   * `http://127.0.0.1:4700`.
   */
  readonly sandboxUrl?: string
}

/**
 * Gives the visitor of a page, or of every page of a context, these wallets. Call it before the page is opened. The wallets keep what they
 * remember over reloads, as extensions do, and end with the page or context.
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
  const names = { ask: `askWallets${run}`, emit: `tellWallets${run}` }
  /** Frames with wallets, by their URL. */
  const frames = new Map<FrameLike, string>()
  const hosted = new Map<string, HostedWallet>()

  const listeners = async (id: string): Promise<number> => {
    const counts = [...frames.keys()].map((frame) =>
      frame.evaluate(`window.${names.emit}?.listeners(${JSON.stringify(id)})`),
    )
    const settled = await Promise.allSettled(counts) // a closed page has none
    return settled.reduce((sum, one) => sum + (one.status === 'fulfilled' ? Number(one.value ?? 0) : 0), 0)
  }
  const emit = async (id: string, origin: string | null, event: string, payload: unknown): Promise<void> => {
    const call = `window.${names.emit}?.emit(${[id, event, payload].map((one) => JSON.stringify(one)).join(', ')})`
    await Promise.all(
      [...frames]
        .filter(([, shown]) => origin === null || shown === origin)
        .map(([frame]) =>
          frame.evaluate(call).catch(() => {
            frames.delete(frame) // its page was closed
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
    // reported by the page: while it loads, the frame still has the previous URL
    frames.set(frame, question.origin)
    return answerPage(hosted, question)
  })
  const announcements = [...hosted.values()].map(({ announcement }) => announcement)
  await target.addInitScript({ content: `${pageScript()}(${JSON.stringify(announcements)}, ${JSON.stringify(names)})` })
  return Object.fromEntries([...hosted].map(([id, { wallet }]) => [id, wallet])) as Record<Key, ScriptedWallet>
}

let script: string | undefined
/** Expression that evaluates to the function `start` of `page/script.ts`. */
const pageScript = (): string =>
  (script ??= readFileSync(new URL('../assets/testing-wallets.js', import.meta.url), 'utf8'))
