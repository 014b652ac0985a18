// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "./TilePicture.sol";

/// ERC-721 collection. Each holder gets one item, numbered from 1.
contract TileCollection {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    string public constant name = "Sandbox Tiles";
    string public constant symbol = "TILE";
    uint256 public totalSupply;
    mapping(uint256 tokenId => address) private owners;
    mapping(address owner => uint256) public balanceOf;
    mapping(uint256 tokenId => address) public getApproved;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;

    constructor(address[] memory holders) {
        for (uint256 i = 0; i < holders.length; i++) mint(holders[i]);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    function ownerOf(uint256 tokenId) public view returns (address owner) {
        owner = owners[tokenId];
        require(owner != address(0), "there is no such item");
    }

    function tokenURI(uint256 tokenId) external view returns (string memory) {
        ownerOf(tokenId);
        return TilePicture.uri("Sandbox Tile", tokenId, '<rect x="20" y="20" width="56" height="56" rx="12"/>');
    }

    /// Anybody may mint: this collection exists on development chains only.
    function mint(address to) public returns (uint256 tokenId) {
        require(to != address(0), "the zero address receives nothing");
        tokenId = ++totalSupply;
        owners[tokenId] = to;
        balanceOf[to]++;
        emit Transfer(address(0), to, tokenId);
    }

    function approve(address approved, uint256 tokenId) external {
        address owner = ownerOf(tokenId);
        require(msg.sender == owner || isApprovedForAll[owner][msg.sender], "not the owner");
        getApproved[tokenId] = approved;
        emit Approval(owner, approved, tokenId);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 tokenId) public {
        require(ownerOf(tokenId) == from && to != address(0), "not the owner, or nobody to receive it");
        bool allowed = msg.sender == from || getApproved[tokenId] == msg.sender || isApprovedForAll[from][msg.sender];
        require(allowed, "not allowed");
        delete getApproved[tokenId];
        owners[tokenId] = to;
        balanceOf[from]--;
        balanceOf[to]++;
        emit Transfer(from, to, tokenId);
    }

    function safeTransferFrom(address from, address to, uint256 tokenId) external {
        safeTransferFrom(from, to, tokenId, "");
    }

    function safeTransferFrom(address from, address to, uint256 tokenId, bytes memory extra) public {
        transferFrom(from, to, tokenId);
        if (to.code.length == 0) return;
        require(Receiver(to).onERC721Received(msg.sender, from, tokenId, extra) == 0x150b7a02, "the receiver does not take items");
    }
}

interface Receiver {
    function onERC721Received(address operator, address from, uint256 tokenId, bytes calldata extra) external returns (bytes4);
}
