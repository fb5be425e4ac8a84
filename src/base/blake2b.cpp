// BLAKE2b as RFC 7693 defines it; the crypto library offers digests of 64 bytes only, and the size
// is part of the hash.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include <fmt/format.h>

#include "base/hash.h"

namespace leeway {
namespace {

using Words = std::array<std::uint64_t, 8>;
using Block = std::array<std::uint64_t, 16>;

constexpr std::size_t block_bytes = 128;

constexpr Words initial = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                           0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                           0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

constexpr std::array<std::array<std::uint8_t, 16>, 10> orders = {
    {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
     {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
     {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
     {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
     {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
     {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
     {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
     {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
     {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
     {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}}};

// The four words that each of a round's eight mixing steps takes: columns, then diagonals.
constexpr std::array<std::array<std::uint8_t, 4>, 8> lanes = {{{0, 4, 8, 12},
                                                               {1, 5, 9, 13},
                                                               {2, 6, 10, 14},
                                                               {3, 7, 11, 15},
                                                               {0, 5, 10, 15},
                                                               {1, 6, 11, 12},
                                                               {2, 7, 8, 13},
                                                               {3, 4, 9, 14}}};

void mix(Block& v, const std::array<std::uint8_t, 4>& lane, std::uint64_t x, std::uint64_t y) {
  auto& a = v[lane[0]];
  auto& b = v[lane[1]];
  auto& c = v[lane[2]];
  auto& d = v[lane[3]];
  a += b + x;
  d = std::rotr(d ^ a, 32);
  c += d;
  b = std::rotr(b ^ c, 24);
  a += b + y;
  d = std::rotr(d ^ a, 16);
  c += d;
  b = std::rotr(b ^ c, 63);
}

Block words_of(std::string_view bytes) {
  Block block{};
  for (std::size_t i = 0; i < bytes.size(); ++i)
    block[i / 8] |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (i % 8 * 8);
  return block;
}

void compress(Words& state, const Block& block, std::uint64_t bytes_so_far, bool last) {
  constexpr std::size_t rounds = 12;
  Block v{};
  std::ranges::copy(state, v.begin());
  std::ranges::copy(initial, v.begin() + state.size());
  v[12] ^= bytes_so_far;
  if (last) v[14] = ~v[14];
  for (std::size_t round = 0; round < rounds; ++round) {
    const auto& order = orders[round % orders.size()];
    for (std::size_t step = 0; step < lanes.size(); ++step)
      mix(v, lanes[step], block[order[2 * step]], block[order[2 * step + 1]]);
  }
  for (std::size_t i = 0; i < state.size(); ++i) state[i] ^= v[i] ^ v[i + state.size()];
}

}  // namespace

std::string blake2b_hex(std::string_view bytes, std::size_t size) {
  constexpr std::uint64_t unkeyed_sequential = 0x01010000;
  Words state = initial;
  state[0] ^= unkeyed_sequential ^ size;
  std::uint64_t done = 0;
  for (; bytes.size() > block_bytes; bytes.remove_prefix(block_bytes)) {
    done += block_bytes;
    compress(state, words_of(bytes.substr(0, block_bytes)), done, false);
  }
  compress(state, words_of(bytes), done + bytes.size(), true);
  std::string hex;
  for (std::size_t i = 0; i < size; ++i)
    hex += fmt::format("{:02x}", state[i / 8] >> (i % 8 * 8) & 0xff);
  return hex;
}

}  // namespace leeway
