import { capability, type ReadonlySignal, slot, view } from '@wallet-modal/kernel'

/** List of the visitor's contacts. */
export const ContactList = view('@elsewhere/wallet-modal-plugin-card#ContactList')

export interface CardRow {
  readonly id: string
  readonly label: ReadonlySignal<string>
  readonly value: ReadonlySignal<string>
}

/** Rows of the card. */
export const cardRows = slot<CardRow>('@elsewhere/wallet-modal-plugin-card#cardRows')

export interface Contact {
  readonly name: string
  readonly address: string
}

export interface Contacts {
  readonly all: ReadonlySignal<readonly Contact[]>
  /** Stores a name for an address, replacing an existing contact of that address. */
  keep(contact: Contact): void
}

/** The visitor's contacts, for plugins that ask for a receiver. */
export const contacts = capability<Contacts>('@elsewhere/wallet-modal-plugin-card#contacts')
