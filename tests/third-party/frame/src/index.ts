import { defineOptions, definePlugin, type OptionsOfSchema, persistentElements, textLike } from '@wallet-modal/kernel'
import { CHAT, Hours, Support } from './contract.js'

const options = defineOptions({
  /** URL of the chat. */
  url: textLike(/^https?:\/\/[^\s#]+$/, 'an http(s) URL'),
})
export type FrameOptions = OptionsOfSchema<typeof options>

/** A support chat in a frame. */
export const frame = definePlugin<FrameOptions>({
  name: 'wallet-modal-plugin-frame',
  kernel: '^0.1',
  options,
  permissions: { origins: { frame: ['https://support.example'] } },
  views: [Support, Hours],
  ui: () => import('./ui.js'),
  setup(ctx, { url = 'https://support.example/chat' }) {
    ctx.add(persistentElements, {
      id: CHAT,
      view: Support,
      create() {
        const chat = document.createElement('iframe')
        chat.title = new URL(url).host
        chat.style.border = '0'
        chat.src = url
        return chat
      },
    })
  },
})
