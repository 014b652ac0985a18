import type { Client } from './client.js'

/** Deletes the messages and requests of ended sessions and pairings. The client itself stores them for a month, which fills the storage. */
export async function prune({ sign }: Client, isOpen: (topic: string) => boolean): Promise<void> {
  const { history, relayer } = sign.core
  const { messages } = relayer
  const endedOf = (topics: Iterable<string>): readonly string[] =>
    [...new Set(topics)].filter((topic) => !isOpen(topic))
  for (const topic of endedOf(history.values.map((record) => record.topic))) history.delete(topic)
  for (const topic of endedOf(messages.messages.keys())) await messages.del(topic)
}
