/** The reader of the page, as the service knows them by their token. */

import { Problem } from "./api.js";

/** @import * as openapi from "openapi" */

/**
 * The rights of this reader's token; null if there is none, or it has expired. Throws Unreachable, and every other Problem.
 *
 * @param {import("./api.js").Api} api
 * @returns {Promise<openapi.OwnToken | null>}
 */
export async function rightsOf(api) {
  try {
    return await api.get("/v1/me");
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return null;
    throw error;
  }
}
