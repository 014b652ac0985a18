import { type Context, readWith, signal } from '@wallet-modal/kernel'
import type { Contact, Contacts } from './contract.js'

const MAX_CONTACTS = 200
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 200

const stored = readWith((value): readonly Contact[] => {
  if (!Array.isArray(value) || value.length > MAX_CONTACTS) throw new Error('is no list of contacts')
  return value.map((one: unknown) => {
    const { name, address }: { readonly name?: unknown; readonly address?: unknown } = Object(one)
    if (isText(name) && isText(address)) return { name, address }
    throw new Error('is no contact')
  })
})

/** Contacts, stored in this browser. */
export function createContacts(ctx: Context): Contacts {
  const all = signal<readonly Contact[]>([])
  const read = (): void => {
    all.value = ctx.storage.get('contacts', stored) ?? []
  }
  ctx.effect(() => {
    read()
    return ctx.storage.watch('contacts', read)
  })
  return {
    all,
    keep({ name, address }) {
      if (!isText(name.trim()) || !isText(address)) return
      const others = all.peek().filter((one) => one.address !== address)
      all.value = [...others, { name: name.trim(), address }].slice(-MAX_CONTACTS)
      ctx.storage.set('contacts', all.peek())
    },
  }
}
