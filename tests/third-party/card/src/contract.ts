import { capability, type ReadonlySignal, slot, view } from '@wallet-modal/kernel'

/** Who the visitor knows, by name. */
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
  /** Keeps a name for an address; a contact of that address is replaced. */
  keep(contact: Contact): void
}

/** The visitor's contacts, for whoever asks for a receiver. */
export const contacts = capability<Contacts>('@elsewhere/wallet-modal-plugin-card#contacts')
