// Numbers, names and days as people read them.

import { lengths } from "./question.js";

/**
 * A text of the store as it may be shown. Characters that turn the direction of
 * the writing around, and those that have no shape, become �.
 */
export const plain = (text) => String(text ?? "").replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "\ufffd").trim();

/** A name, or what is said where there is none. */
export const named = (text, otherwise = "Without a name") => plain(text) || otherwise;

/** Texts with dots between, each with a direction of writing of its own. */
export function joined(parts) {
    const fragment = document.createDocumentFragment();
    for (const part of parts.filter(Boolean)) {
        if (fragment.childNodes.length) fragment.append(" · ");
        fragment.append(make("bdi", { text: part }));
    }
    return fragment;
}

/** An element with a text, which is never read as HTML, and attributes. */
export function make(tag, { text, ...attributes } = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = plain(text);
    element.append(...children);
    return element;
}

/** A text as Leaflet's tooltips and popups must be given it: they read a string as HTML. */
export const textNode = (text) => document.createTextNode(plain(text));

/** A number with no more digits than a person can use. */
export function rounded(value, digits) {
    return Number(value.toFixed(digits));
}

/** A length in a unit, with three digits. */
export function lengthText(value, unit) {
    if (unit === "km" && value < 1000) return `${value < 10 ? value.toFixed(1) : Math.round(value)} m`;
    const number = value / lengths[unit];
    return `${number.toFixed(number < 10 ? 2 : number < 100 ? 1 : 0)} ${unit}`;
}

/**
 * The day of a moment in UTC at a longitude, by the sun; a day alone is that day.
 *
 * Without a place it is the day in UTC.
 */
export function dayAt(moment, lon) {
    const text = plain(moment);
    const time = Date.parse(text);
    if (text.length <= 10 || Number.isNaN(time) || lon === undefined) return text.slice(0, 10);
    return new Date(time + (lon / 15) * 3600e3).toISOString().slice(0, 10);
}

/** Noon of a day at a longitude, in UTC: a moment that is on this day there, whatever the clocks say. */
export function noonAt(day, lon = 0) {
    return new Date(Date.parse(`${day}T12:00:00Z`) - (lon / 15) * 3600e3).toISOString().replace(/\.\d+Z$/, "Z");
}

export function bearingText(degrees) {
    const points = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
    const whole = Math.round(degrees) % 360;
    return `${points[Math.floor((whole * 2 + 45) / 90) % 8]} ${whole}°`;
}

/** A count with commas. Intl does that, too, but takes fifty milliseconds to begin. */
export const countText = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** A count of things: 1 sighting, 2 sightings, 2 species. */
export function counted(count, word) {
    return `${countText(count)} ${word}${count === 1 || word === "species" ? "" : "s"}`;
}

/** A count in a few characters: 12,345, 235K, 1.2M. */
export function shortCount(count) {
    if (count < 100_000) return countText(count);
    if (count < 999_500) return `${Math.round(count / 1000)}K`;
    return `${count < 9_950_000 ? Math.round(count / 1e5) / 10 : countText(Math.round(count / 1e6))}M`;
}
