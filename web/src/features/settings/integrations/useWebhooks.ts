import type { Webhook, WebhookDelivery, WebhookEvent, WebhookRequest, WebhookResponse, WebhookSecretResponse, WebhooksResponse } from '@twentyfour/core';
import { useCallback, useEffect, useState } from 'react';
import { callServer } from '../../../core/call-server';
import { type ChangeError, changeErrorOf } from './changeError';

/** All events, in the order in which they are shown. */
export const WEBHOOK_EVENTS: readonly WebhookEvent[] = [
  'card.created',
  'card.updated',
  'card.moved',
  'card.completed',
  'card.deleted',
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'list.created',
  'list.updated',
  'list.deleted',
  'board.created',
  'board.updated',
  'board.deleted',
  'focus_session.created',
  'focus_session.updated',
  'focus_session.deleted',
];

/** The outcome of a change: why it was refused, or the new secret if there is one. */
export interface ChangeOutcome {
  error?: ChangeError;
  secret?: string;
}

/** The webhooks of the account, and changes to them. */
export interface Webhooks {
  /** Null until they are loaded. */
  list: readonly Webhook[] | null;
  hasFailed: boolean;
  reload: () => void;
  /** Adds a webhook, or changes the one with the id. */
  save: (id: string | null, request: WebhookRequest) => Promise<ChangeOutcome>;
  rotateSecret: (id: string, password: string) => Promise<ChangeOutcome>;
  remove: (id: string) => Promise<ChangeOutcome>;
}

/** Loads the webhooks of the account. */
export function useWebhooks(): Webhooks {
  const [list, setList] = useState<readonly Webhook[] | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const load = useCallback(
    () => void callServer<WebhooksResponse>('GET', '/webhooks/').then(({ data }) => (data ? setList(data.webhooks) : setHasFailed(true))),
    [],
  );
  useEffect(load, [load]);
  const reload = () => {
    setHasFailed(false);
    load();
  };
  const put = (webhook: Webhook) =>
    setList((known) => {
      const others = known ?? [];
      return others.some(({ id }) => id === webhook.id) ? others.map((one) => (one.id === webhook.id ? webhook : one)) : [...others, webhook];
    });
  const change = async (method: 'POST' | 'PUT', path: string, body?: unknown): Promise<ChangeOutcome> => {
    const { data, failure } = await callServer<WebhookResponse & Partial<WebhookSecretResponse>>(method, path, body);
    if (!data) return { error: changeErrorOf(failure) };
    put(data.webhook);
    return data.secret === undefined ? {} : { secret: data.secret };
  };
  return {
    list,
    hasFailed,
    reload,
    save: (id, request) => (id === null ? change('POST', '/webhooks/', request) : change('PUT', `/webhooks/${id}/`, request)),
    rotateSecret: (id, password) => change('POST', `/webhooks/${id}/rotate-secret/`, { password }),
    remove: async (id) => {
      const { data, failure } = await callServer('DELETE', `/webhooks/${id}/`);
      // Another device may have deleted it.
      if (!data && failure?.code !== 'not_found') return { error: changeErrorOf(failure) };
      setList((known) => known?.filter((one) => one.id !== id) ?? null);
      return {};
    },
  };
}

/** The deliveries of a webhook. */
export interface Deliveries {
  /** Null until they are loaded. */
  list: readonly WebhookDelivery[] | null;
  hasFailed: boolean;
  reload: () => void;
  /** Sends an event again. Returns the text of the error; null if it was accepted. */
  sendAgain: (id: string) => Promise<string | null>;
}

/** How often the deliveries are loaded while one waits for an attempt, in milliseconds. */
const RELOAD_MS = 5_000;

/** Loads the deliveries of a webhook, again and again while one waits for an attempt. */
export function useDeliveries(webhook_id: string): Deliveries {
  const path = `/webhooks/${webhook_id}/deliveries/`;
  const [list, setList] = useState<readonly WebhookDelivery[] | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const load = useCallback(
    () =>
      callServer<{ deliveries: WebhookDelivery[] }>('GET', path).then(({ data }) => {
        if (data) setList(data.deliveries);
        setHasFailed(!data);
      }),
    [path],
  );
  useEffect(() => void load(), [load]);
  useEffect(() => {
    if (!list?.some(({ state }) => state === 'waiting')) return undefined;
    const timer = setTimeout(() => void load(), RELOAD_MS);
    return () => clearTimeout(timer);
  }, [list, load]);
  return {
    list,
    hasFailed,
    reload: () => void load(),
    sendAgain: async (id) => {
      const { data, failure } = await callServer('POST', `${path}${id}/redeliver/`);
      if (!data) return changeErrorOf(failure).message;
      await load();
      return null;
    },
  };
}

/** Returns the host of an address, which is its readable part. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
