import { type Connector, definePlugin, type PluginInstance, signal } from '@wallet-modal/kernel'
import { type RenderedModal, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { expect } from 'vitest'
import { type EmailSocialOptions, emailSocial } from '../index.js'
import type { EmbeddedWallet } from '../wallet.js'
import { walletOf } from '../wallet.test.fixtures.js'

interface Options extends Pick<NonNullable<Parameters<typeof renderModal>[1]>, 'view' | 'networks' | 'params'> {
  /** Further plugins. */
  readonly plugins?: readonly PluginInstance[]
  readonly options?: EmailSocialOptions
  /** Connector of the embedded wallet. Default: none. */
  readonly connector?: Connector
}

/** Opens a view of the plugin. The scripted members of the wallet replace the frame. */
export function showView(
  scripted: Partial<EmbeddedWallet>,
  { plugins = [], options: pluginOptions = {}, connector, ...options }: Options,
): Promise<RenderedModal> {
  const plugin = definePlugin<EmailSocialOptions, object>({
    ...emailSocial.spec,
    setup: () => ({
      ...{
        connector: signal(connector ?? null),
        origin: signal('https://frame.example'),
        requestedSocial: signal(null),
        returnedLogin: signal(null),
      },
      wallet: async () => walletOf(scripted),
    }),
  })
  return renderModal([...plugins, plugin(pluginOptions)], options)
}

/** Enters text into the only field of the view. */
export async function enter(page: RenderedModal, text: string): Promise<void> {
  const input = await waitUntil(() => {
    const found = page.dialog().querySelector('input')
    expect(found?.readOnly).toBe(false)
    return found
  })
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
}
