import { Account } from '@wallet-modal/account/contract'
import { computed, definePlugin, openingViews } from '@wallet-modal/kernel'
import { createContacts } from './contacts.js'
import { ContactList, cardRows, contacts } from './contract.js'
import { type CardOptions, options } from './options.js'

export type { CardOptions } from './options.js'

/** Account card. It registers the same view as `@wallet-modal/account` and replaces that plugin. */
export const card = definePlugin({
  name: '@elsewhere/wallet-modal-plugin-card',
  kernel: '^0.1',
  options,
  provides: [contacts],
  conflicts: ['@wallet-modal/account'],
  permissions: { storage: ['contacts'] },
  views: [Account, ContactList],
  ui: () => import('./ui.js'),
  setup(ctx, { greeting = 'Hello' }: CardOptions) {
    const own = createContacts(ctx)
    ctx.provide(contacts, own)
    ctx.add(openingViews, { view: Account, when: () => ctx.connections.all.peek().length > 0 }, { order: 20 })
    ctx.add(cardRows, {
      id: 'network',
      label: computed(() => ctx.t('network')),
      value: computed(() => ctx.connections.active.value?.network?.name ?? '—'),
    })
    return { contacts: own, greeting }
  },
})
