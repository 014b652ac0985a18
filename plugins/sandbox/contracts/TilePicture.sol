// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "./Base64Text.sol";

/// On-chain metadata and SVG picture of an item; no server is involved.
library TilePicture {
    function uri(string memory title, uint256 id, string memory shape) internal pure returns (string memory) {
        string memory image = string.concat("data:image/svg+xml;base64,", Base64Text.encode(bytes(draw(id, shape))));
        string memory json = string.concat(
            '{"name":"', title, " #", Base64Text.digits(id), '","description":"Drawn on a chain for development.","image":"', image, '"}'
        );
        return string.concat("data:application/json;base64,", Base64Text.encode(bytes(json)));
    }

    function draw(uint256 id, string memory shape) private pure returns (string memory) {
        string memory hue = Base64Text.digits((id * 137) % 360);
        string memory far = Base64Text.digits((id * 137 + 40) % 360);
        return string.concat(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="hsl(', hue,
            ',70%,45%)"/><g fill="hsl(', far, ',80%,75%)">', shape,
            '</g><text x="48" y="56" font-family="sans-serif" font-size="22" text-anchor="middle">', Base64Text.digits(id),
            "</text></svg>"
        );
    }
}
