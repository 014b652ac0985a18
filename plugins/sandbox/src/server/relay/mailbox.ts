import { createHash } from 'node:crypto'

/** Encrypted message. The relay cannot read it: only the two peers have the topic's key. */
export interface Envelope {
  readonly topic: string
  readonly message: string
  /** Seconds for which the relay stores the message. */
  readonly ttl: number
  readonly tag: number
  readonly attestation?: string | undefined
}

/** Message queued for one client. */
export interface Delivery {
  readonly subscriptionId: string
  readonly topic: string
  readonly message: string
  readonly tag: number
  /** Milliseconds since 1970. */
  readonly publishedAt: number
  readonly attestation: string | null
  /** Marks the message as received by this client. */
  acknowledge(): void
}

export interface Mailbox {
  /** Stores a message and delivers it to subscribers. Ignores duplicates, because clients publish again if they receive no reply. */
  publish(clientId: string, envelope: Envelope): true
  /** Subscribes a client and returns the subscription id. Does not deliver queued messages: see {@link Mailbox.unacknowledged}. */
  subscribe(clientId: string, topic: string): string
  unsubscribe(clientId: string, topic: string): true
  /** Messages that a client has not acknowledged, oldest first. */
  unacknowledged(clientId: string, topics: readonly string[]): readonly Delivery[]
  /** Ends the subscriptions of a client that disconnected. Keeps its queued messages. */
  leave(clientId: string): void
  /** Removes expired messages. */
  sweep(): void
  /** Removes all messages and subscriptions. */
  clear(): void
  /** Number of topics. */
  readonly size: number
}

interface StoredMessage extends Envelope {
  readonly from: string
  readonly publishedAt: number
  readonly acknowledgedBy: Set<string>
}

interface Topic {
  /** Subscription ids by client id. */
  readonly subscribers: Map<string, string>
  messages: StoredMessage[]
}

/** Creates a mailbox. For each message, it calls `deliver` for every subscriber except the sender. */
export function createMailbox(
  deliver: (clientId: string, delivery: Delivery) => void,
  now: () => number = Date.now,
): Mailbox {
  const topics = new Map<string, Topic>()

  const isFresh = ({ publishedAt, ttl }: StoredMessage): boolean => publishedAt + ttl * 1000 > now()
  /** Returns a topic, without its expired messages. Creates the topic if it does not exist. */
  const topicOf = (id: string): Topic => {
    const topic = topics.get(id) ?? { subscribers: new Map(), messages: [] }
    topics.set(id, topic)
    topic.messages = topic.messages.filter(isFresh)
    return topic
  }
  return {
    publish(clientId, envelope) {
      const topic = topicOf(envelope.topic)
      if (topic.messages.some(({ message }) => message === envelope.message)) return true
      const stored = { ...envelope, from: clientId, publishedAt: now(), acknowledgedBy: new Set<string>() }
      topic.messages.push(stored)
      for (const [subscriber, id] of topic.subscribers)
        if (subscriber !== clientId) deliver(subscriber, toDelivery(subscriber, id, stored))
      return true
    },
    subscribe(clientId, id) {
      const subscription = subscriptionId(clientId, id)
      topicOf(id).subscribers.set(clientId, subscription)
      return subscription
    },
    unsubscribe(clientId, id) {
      topics.get(id)?.subscribers.delete(clientId)
      return true
    },
    unacknowledged: (clientId, ids) =>
      [...new Set(ids)].flatMap((id) =>
        topicOf(id)
          .messages.filter(({ from, acknowledgedBy }) => from !== clientId && !acknowledgedBy.has(clientId))
          .map((stored) => toDelivery(clientId, subscriptionId(clientId, id), stored)),
      ),
    leave(clientId) {
      for (const { subscribers } of topics.values()) subscribers.delete(clientId)
    },
    sweep() {
      for (const id of [...topics.keys()]) {
        const { messages, subscribers } = topicOf(id)
        if (messages.length === 0 && subscribers.size === 0) topics.delete(id)
      }
    },
    clear: () => topics.clear(),
    get size() {
      return topics.size
    },
  }
}

const subscriptionId = (clientId: string, topic: string): string =>
  createHash('sha256')
    .update(topic + clientId)
    .digest('hex')

const toDelivery = (clientId: string, subscription: string, stored: StoredMessage): Delivery => ({
  subscriptionId: subscription,
  topic: stored.topic,
  message: stored.message,
  tag: stored.tag,
  publishedAt: stored.publishedAt,
  attestation: stored.attestation ?? null,
  acknowledge: () => stored.acknowledgedBy.add(clientId),
})
