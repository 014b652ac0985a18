import type { Client } from './client.js'

/**
 * Deletes the stored messages and requests of ended sessions and pairings. The client keeps each message and request for a month, which fills the browser's
 * storage.
 */
export async function prune({ sign }: Client, isOpen: (topic: string) => boolean): Promise<void> {
  const { history, relayer } = sign.core
  const { messages } = relayer
  const endedOf = (topics: Iterable<string>): readonly string[] =>
    [...new Set(topics)].filter((topic) => !isOpen(topic))
  for (const topic of endedOf(history.values.map((record) => record.topic))) history.delete(topic)
  for (const topic of endedOf(messages.messages.keys())) await messages.del(topic)
}
